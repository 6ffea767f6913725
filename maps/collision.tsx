<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="collision" tilewidth="16" tileheight="16" spacing="1" margin="0" tilecount="2" columns="2">
 <image source="../assets/pictures/collision.png" width="34" height="16"/>
 <tile id="0" type="blocked"/>
 <tile id="1" type="end"/>
</tileset>
