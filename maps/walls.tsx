<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="walls" tilewidth="16" tileheight="32" spacing="1" margin="0" tilecount="18" columns="18">
 <image source="../assets/pictures/walls_tiled.png" width="306" height="32"/>
 <tile id="0" type="wall"/>
 <tile id="1" type="wall"/>
 <tile id="2" type="wall"/>
 <tile id="3" type="wall"/>
 <tile id="4" type="wall"/>
 <tile id="5" type="wall"/>
 <tile id="6" type="wall"/>
 <tile id="7" type="wall"/>
 <tile id="8" type="wall"/>
 <tile id="9" type="wall"/>
 <tile id="10" type="wall"/>
 <tile id="11" type="wall"/>
 <tile id="12" type="wall"/>
 <tile id="13" type="wall"/>
 <tile id="14" type="wall"/>
 <tile id="15" type="wall"/>
 <tile id="16" type="window"/>
 <tile id="17" type="door"/>
 <wangsets>
  <wangset name="Wall" type="edge" tile="10">
   <wangcolor name="Wall" color="#98603f" tile="10" probability="1"/>
   <wangtile tileid="1" wangid="1,0,0,0,0,0,0,0"/>
   <wangtile tileid="2" wangid="0,0,1,0,0,0,0,0"/>
   <wangtile tileid="3" wangid="1,0,1,0,0,0,0,0"/>
   <wangtile tileid="4" wangid="0,0,0,0,1,0,0,0"/>
   <wangtile tileid="5" wangid="1,0,0,0,1,0,0,0"/>
   <wangtile tileid="6" wangid="0,0,1,0,1,0,0,0"/>
   <wangtile tileid="7" wangid="1,0,1,0,1,0,0,0"/>
   <wangtile tileid="8" wangid="0,0,0,0,0,0,1,0"/>
   <wangtile tileid="9" wangid="1,0,0,0,0,0,1,0"/>
   <wangtile tileid="10" wangid="0,0,1,0,0,0,1,0"/>
   <wangtile tileid="11" wangid="1,0,1,0,0,0,1,0"/>
   <wangtile tileid="12" wangid="0,0,0,0,1,0,1,0"/>
   <wangtile tileid="13" wangid="1,0,0,0,1,0,1,0"/>
   <wangtile tileid="14" wangid="0,0,1,0,1,0,1,0"/>
   <wangtile tileid="15" wangid="1,0,1,0,1,0,1,0"/>
   <wangtile tileid="16" wangid="0,0,1,0,0,0,1,0"/>
   <wangtile tileid="17" wangid="0,0,1,0,0,0,1,0"/>
  </wangset>
 </wangsets>
</tileset>
