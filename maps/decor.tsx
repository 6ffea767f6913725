<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="decor" tilewidth="32" tileheight="48" tilecount="98" columns="0">
 <grid orientation="orthogonal" width="1" height="1"/>
 <tile id="0" type="Decor" x="0" y="0" width="32" height="48">
  <properties>
   <property name="frame" type="int" value="0"/>
   <property name="picture" value="tree/oak"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="1" type="Decor" x="33" y="0" width="32" height="48">
  <properties>
   <property name="frame" type="int" value="0"/>
   <property name="picture" value="tree/fir"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="2" type="Decor" x="66" y="0" width="32" height="48">
  <properties>
   <property name="frame" type="int" value="0"/>
   <property name="picture" value="tree/cherry"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="3" type="Decor" x="198" y="0" width="16" height="16">
  <properties>
   <property name="frame" type="int" value="0"/>
   <property name="picture" value="bush"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="4" type="Decor" x="215" y="0" width="16" height="16">
  <properties>
   <property name="frame" type="int" value="1"/>
   <property name="picture" value="bush"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="5" type="Decor" x="232" y="0" width="16" height="16">
  <properties>
   <property name="frame" type="int" value="2"/>
   <property name="picture" value="bush"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="6" type="Decor" x="249" y="0" width="16" height="16">
  <properties>
   <property name="frame" type="int" value="3"/>
   <property name="picture" value="bush"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="7" type="Decor" x="266" y="0" width="16" height="24">
  <properties>
   <property name="frame" type="int" value="0"/>
   <property name="picture" value="hedge"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="8" type="Decor" x="283" y="0" width="16" height="24">
  <properties>
   <property name="frame" type="int" value="1"/>
   <property name="picture" value="hedge"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="9" type="Decor" x="300" y="0" width="16" height="24">
  <properties>
   <property name="frame" type="int" value="2"/>
   <property name="picture" value="hedge"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="10" type="Decor" x="317" y="0" width="16" height="24">
  <properties>
   <property name="frame" type="int" value="3"/>
   <property name="picture" value="hedge"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="11" type="Decor" x="334" y="0" width="16" height="24">
  <properties>
   <property name="frame" type="int" value="4"/>
   <property name="picture" value="hedge"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="12" type="Decor" x="351" y="0" width="16" height="24">
  <properties>
   <property name="frame" type="int" value="5"/>
   <property name="picture" value="hedge"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="13" type="Decor" x="368" y="0" width="16" height="24">
  <properties>
   <property name="frame" type="int" value="6"/>
   <property name="picture" value="hedge"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="14" type="Decor" x="385" y="0" width="16" height="24">
  <properties>
   <property name="frame" type="int" value="7"/>
   <property name="picture" value="hedge"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="15" type="Decor" x="402" y="0" width="16" height="24">
  <properties>
   <property name="frame" type="int" value="8"/>
   <property name="picture" value="hedge"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="16" type="Decor" x="419" y="0" width="16" height="24">
  <properties>
   <property name="frame" type="int" value="9"/>
   <property name="picture" value="hedge"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="17" type="Decor" x="436" y="0" width="16" height="24">
  <properties>
   <property name="frame" type="int" value="10"/>
   <property name="picture" value="hedge"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="18" type="Decor" x="453" y="0" width="16" height="24">
  <properties>
   <property name="frame" type="int" value="11"/>
   <property name="picture" value="hedge"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="19" type="Decor" x="470" y="0" width="16" height="24">
  <properties>
   <property name="frame" type="int" value="12"/>
   <property name="picture" value="hedge"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="20" type="Decor" x="487" y="0" width="16" height="24">
  <properties>
   <property name="frame" type="int" value="13"/>
   <property name="picture" value="hedge"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="21" type="Decor" x="0" y="49" width="16" height="24">
  <properties>
   <property name="frame" type="int" value="14"/>
   <property name="picture" value="hedge"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="22" type="Decor" x="17" y="49" width="16" height="24">
  <properties>
   <property name="frame" type="int" value="15"/>
   <property name="picture" value="hedge"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="23" type="Decor" x="34" y="49" width="16" height="16">
  <properties>
   <property name="frame" type="int" value="0"/>
   <property name="picture" value="fence"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="24" type="Decor" x="51" y="49" width="16" height="16">
  <properties>
   <property name="frame" type="int" value="1"/>
   <property name="picture" value="fence"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="25" type="Decor" x="68" y="49" width="16" height="16">
  <properties>
   <property name="frame" type="int" value="2"/>
   <property name="picture" value="fence"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="26" type="Decor" x="85" y="49" width="16" height="16">
  <properties>
   <property name="frame" type="int" value="3"/>
   <property name="picture" value="fence"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="27" type="Decor" x="102" y="49" width="16" height="16">
  <properties>
   <property name="frame" type="int" value="4"/>
   <property name="picture" value="fence"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="28" type="Decor" x="119" y="49" width="16" height="16">
  <properties>
   <property name="frame" type="int" value="5"/>
   <property name="picture" value="fence"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="29" type="Decor" x="136" y="49" width="16" height="16">
  <properties>
   <property name="frame" type="int" value="6"/>
   <property name="picture" value="fence"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="30" type="Decor" x="153" y="49" width="16" height="16">
  <properties>
   <property name="frame" type="int" value="7"/>
   <property name="picture" value="fence"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="31" type="Decor" x="170" y="49" width="16" height="16">
  <properties>
   <property name="frame" type="int" value="8"/>
   <property name="picture" value="fence"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="32" type="Decor" x="187" y="49" width="16" height="16">
  <properties>
   <property name="frame" type="int" value="9"/>
   <property name="picture" value="fence"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="33" type="Decor" x="204" y="49" width="16" height="16">
  <properties>
   <property name="frame" type="int" value="10"/>
   <property name="picture" value="fence"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="34" type="Decor" x="221" y="49" width="16" height="16">
  <properties>
   <property name="frame" type="int" value="11"/>
   <property name="picture" value="fence"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="35" type="Decor" x="238" y="49" width="16" height="16">
  <properties>
   <property name="frame" type="int" value="12"/>
   <property name="picture" value="fence"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="36" type="Decor" x="255" y="49" width="16" height="16">
  <properties>
   <property name="frame" type="int" value="13"/>
   <property name="picture" value="fence"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="37" type="Decor" x="272" y="49" width="16" height="16">
  <properties>
   <property name="frame" type="int" value="14"/>
   <property name="picture" value="fence"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="38" type="Decor" x="289" y="49" width="16" height="16">
  <properties>
   <property name="frame" type="int" value="15"/>
   <property name="picture" value="fence"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="39" type="Decor" x="153" y="74" width="16" height="40">
  <properties>
   <property name="frame" type="int" value="0"/>
   <property name="picture" value="lamp"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="40" type="Decor" x="306" y="49" width="16" height="14">
  <properties>
   <property name="frame" type="int" value="0"/>
   <property name="picture" value="rock"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="41" type="Decor" x="219" y="117" width="12" height="9">
  <properties>
   <property name="frame" type="int" value="0"/>
   <property name="picture" value="lily"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="42" type="Decor" x="232" y="117" width="12" height="9">
  <properties>
   <property name="frame" type="int" value="1"/>
   <property name="picture" value="lily"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="43" type="Decor" x="323" y="49" width="16" height="22">
  <properties>
   <property name="frame" type="int" value="0"/>
   <property name="picture" value="reeds"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="44" type="Decor" x="340" y="49" width="16" height="14">
  <properties>
   <property name="frame" type="int" value="0"/>
   <property name="picture" value="flower_bed"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="45" type="Decor" x="357" y="49" width="16" height="14">
  <properties>
   <property name="frame" type="int" value="1"/>
   <property name="picture" value="flower_bed"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="46" type="Decor" x="374" y="49" width="16" height="14">
  <properties>
   <property name="frame" type="int" value="2"/>
   <property name="picture" value="flower_bed"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="47" type="Decor" x="391" y="49" width="16" height="14">
  <properties>
   <property name="frame" type="int" value="3"/>
   <property name="picture" value="flower_bed"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="48" type="Decor" x="185" y="117" width="16" height="24">
  <properties>
   <property name="frame" type="int" value="0"/>
   <property name="picture" value="mailbox"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="49" type="Decor" x="408" y="49" width="16" height="22">
  <properties>
   <property name="frame" type="int" value="0"/>
   <property name="picture" value="flower_tub"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="50" type="Decor" x="425" y="49" width="16" height="22">
  <properties>
   <property name="frame" type="int" value="1"/>
   <property name="picture" value="flower_tub"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="51" type="Decor" x="442" y="49" width="16" height="22">
  <properties>
   <property name="frame" type="int" value="2"/>
   <property name="picture" value="flower_tub"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="52" type="Decor" x="459" y="49" width="16" height="22">
  <properties>
   <property name="frame" type="int" value="3"/>
   <property name="picture" value="flower_tub"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="53" type="Decor" x="476" y="49" width="16" height="18">
  <properties>
   <property name="frame" type="int" value="0"/>
   <property name="picture" value="vegetables"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="54" type="Decor" x="493" y="49" width="16" height="18">
  <properties>
   <property name="frame" type="int" value="1"/>
   <property name="picture" value="vegetables"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="55" type="Decor" x="0" y="74" width="16" height="18">
  <properties>
   <property name="frame" type="int" value="2"/>
   <property name="picture" value="vegetables"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="56" type="Decor" x="17" y="74" width="16" height="18">
  <properties>
   <property name="frame" type="int" value="3"/>
   <property name="picture" value="vegetables"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="57" type="Decor" x="34" y="74" width="16" height="20">
  <properties>
   <property name="frame" type="int" value="0"/>
   <property name="picture" value="flowers"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="58" type="Decor" x="51" y="74" width="16" height="20">
  <properties>
   <property name="frame" type="int" value="1"/>
   <property name="picture" value="flowers"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="59" type="Decor" x="68" y="74" width="16" height="20">
  <properties>
   <property name="frame" type="int" value="2"/>
   <property name="picture" value="flowers"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="60" type="Decor" x="85" y="74" width="16" height="20">
  <properties>
   <property name="frame" type="int" value="3"/>
   <property name="picture" value="flowers"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="61" type="Decor" x="102" y="74" width="16" height="20">
  <properties>
   <property name="frame" type="int" value="4"/>
   <property name="picture" value="flowers"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="62" type="Decor" x="119" y="74" width="16" height="20">
  <properties>
   <property name="frame" type="int" value="5"/>
   <property name="picture" value="flowers"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="63" type="Decor" x="136" y="74" width="16" height="42">
  <properties>
   <property name="frame" type="int" value="0"/>
   <property name="picture" value="statue"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="64" type="Decor" x="0" y="0" width="16" height="22">
  <properties>
   <property name="frame" type="int" value="0"/>
   <property name="picture" value="chair/south"/>
  </properties>
  <image source="../assets/pictures/furniture.png" width="1024" height="440"/>
 </tile>
 <tile id="65" type="Decor" x="17" y="0" width="16" height="24">
  <properties>
   <property name="frame" type="int" value="0"/>
   <property name="picture" value="chair/east"/>
  </properties>
  <image source="../assets/pictures/furniture.png" width="1024" height="440"/>
 </tile>
 <tile id="66" type="Decor" x="34" y="0" width="16" height="22">
  <properties>
   <property name="frame" type="int" value="0"/>
   <property name="picture" value="chair/north"/>
  </properties>
  <image source="../assets/pictures/furniture.png" width="1024" height="440"/>
 </tile>
 <tile id="67" type="Decor" x="51" y="0" width="16" height="24">
  <properties>
   <property name="frame" type="int" value="0"/>
   <property name="picture" value="chair/west"/>
  </properties>
  <image source="../assets/pictures/furniture.png" width="1024" height="440"/>
 </tile>
 <tile id="68" type="Decor" x="68" y="0" width="16" height="22">
  <properties>
   <property name="frame" type="int" value="0"/>
   <property name="picture" value="garden_chair/south"/>
  </properties>
  <image source="../assets/pictures/furniture.png" width="1024" height="440"/>
 </tile>
 <tile id="69" type="Decor" x="85" y="0" width="16" height="24">
  <properties>
   <property name="frame" type="int" value="0"/>
   <property name="picture" value="garden_chair/east"/>
  </properties>
  <image source="../assets/pictures/furniture.png" width="1024" height="440"/>
 </tile>
 <tile id="70" type="Decor" x="102" y="0" width="16" height="22">
  <properties>
   <property name="frame" type="int" value="0"/>
   <property name="picture" value="garden_chair/north"/>
  </properties>
  <image source="../assets/pictures/furniture.png" width="1024" height="440"/>
 </tile>
 <tile id="71" type="Decor" x="119" y="0" width="16" height="24">
  <properties>
   <property name="frame" type="int" value="0"/>
   <property name="picture" value="garden_chair/west"/>
  </properties>
  <image source="../assets/pictures/furniture.png" width="1024" height="440"/>
 </tile>
 <tile id="72" type="Decor" x="136" y="0" width="16" height="20">
  <properties>
   <property name="frame" type="int" value="0"/>
   <property name="picture" value="stool"/>
  </properties>
  <image source="../assets/pictures/furniture.png" width="1024" height="440"/>
 </tile>
 <tile id="73" type="Decor" x="153" y="0" width="16" height="26">
  <properties>
   <property name="frame" type="int" value="0"/>
   <property name="picture" value="plant"/>
  </properties>
  <image source="../assets/pictures/furniture.png" width="1024" height="440"/>
 </tile>
 <tile id="74" type="Decor" x="170" y="0" width="16" height="26">
  <properties>
   <property name="frame" type="int" value="1"/>
   <property name="picture" value="plant"/>
  </properties>
  <image source="../assets/pictures/furniture.png" width="1024" height="440"/>
 </tile>
 <tile id="75" type="Decor" x="187" y="0" width="16" height="32">
  <properties>
   <property name="frame" type="int" value="2"/>
   <property name="picture" value="plant"/>
  </properties>
  <image source="../assets/pictures/furniture.png" width="1024" height="440"/>
 </tile>
 <tile id="76" type="Decor" x="204" y="0" width="16" height="32">
  <properties>
   <property name="frame" type="int" value="3"/>
   <property name="picture" value="plant"/>
  </properties>
  <image source="../assets/pictures/furniture.png" width="1024" height="440"/>
 </tile>
 <tile id="77" type="Decor" x="221" y="0" width="16" height="38">
  <properties>
   <property name="frame" type="int" value="0"/>
   <property name="picture" value="wardrobe"/>
  </properties>
  <image source="../assets/pictures/furniture.png" width="1024" height="440"/>
 </tile>
 <tile id="78" type="Decor" x="238" y="0" width="16" height="36">
  <properties>
   <property name="frame" type="int" value="0"/>
   <property name="picture" value="shelving"/>
  </properties>
  <image source="../assets/pictures/furniture.png" width="1024" height="440"/>
 </tile>
 <tile id="79" type="Decor" x="255" y="0" width="16" height="36">
  <properties>
   <property name="frame" type="int" value="1"/>
   <property name="picture" value="shelving"/>
  </properties>
  <image source="../assets/pictures/furniture.png" width="1024" height="440"/>
 </tile>
 <tile id="80" type="Decor" x="272" y="0" width="16" height="36">
  <properties>
   <property name="frame" type="int" value="2"/>
   <property name="picture" value="shelving"/>
  </properties>
  <image source="../assets/pictures/furniture.png" width="1024" height="440"/>
 </tile>
 <tile id="81" type="Decor" x="289" y="0" width="16" height="36">
  <properties>
   <property name="frame" type="int" value="0"/>
   <property name="picture" value="washbasin"/>
  </properties>
  <image source="../assets/pictures/furniture.png" width="1024" height="440"/>
 </tile>
 <tile id="82" type="Decor" x="306" y="0" width="16" height="28">
  <properties>
   <property name="frame" type="int" value="0"/>
   <property name="picture" value="kitchen_counter"/>
  </properties>
  <image source="../assets/pictures/furniture.png" width="1024" height="440"/>
 </tile>
 <tile id="83" type="Decor" x="323" y="0" width="16" height="28">
  <properties>
   <property name="frame" type="int" value="1"/>
   <property name="picture" value="kitchen_counter"/>
  </properties>
  <image source="../assets/pictures/furniture.png" width="1024" height="440"/>
 </tile>
 <tile id="84" type="Decor" x="340" y="0" width="16" height="28">
  <properties>
   <property name="frame" type="int" value="2"/>
   <property name="picture" value="kitchen_counter"/>
  </properties>
  <image source="../assets/pictures/furniture.png" width="1024" height="440"/>
 </tile>
 <tile id="85" type="Decor" x="357" y="0" width="16" height="24">
  <properties>
   <property name="frame" type="int" value="0"/>
   <property name="picture" value="picture"/>
  </properties>
  <image source="../assets/pictures/furniture.png" width="1024" height="440"/>
 </tile>
 <tile id="86" type="Decor" x="374" y="0" width="16" height="24">
  <properties>
   <property name="frame" type="int" value="1"/>
   <property name="picture" value="picture"/>
  </properties>
  <image source="../assets/pictures/furniture.png" width="1024" height="440"/>
 </tile>
 <tile id="87" type="Decor" x="391" y="0" width="16" height="24">
  <properties>
   <property name="frame" type="int" value="2"/>
   <property name="picture" value="picture"/>
  </properties>
  <image source="../assets/pictures/furniture.png" width="1024" height="440"/>
 </tile>
 <tile id="88" type="Decor" x="510" y="0" width="16" height="28">
  <properties>
   <property name="frame" type="int" value="0"/>
   <property name="picture" value="nightstand"/>
  </properties>
  <image source="../assets/pictures/furniture.png" width="1024" height="440"/>
 </tile>
 <tile id="89" type="Decor" x="99" y="0" width="32" height="48">
  <properties>
   <property name="frame" type="int" value="0"/>
   <property name="picture" value="tree/birch"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="90" type="Decor" x="132" y="0" width="32" height="48">
  <properties>
   <property name="frame" type="int" value="0"/>
   <property name="picture" value="tree/apple"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="91" type="Decor" x="165" y="0" width="32" height="48">
  <properties>
   <property name="frame" type="int" value="0"/>
   <property name="picture" value="tree/maple"/>
  </properties>
  <image source="../assets/pictures/outdoors.png" width="512" height="141"/>
 </tile>
 <tile id="92" type="Decor" x="408" y="0" width="16" height="24">
  <properties>
   <property name="frame" type="int" value="0"/>
   <property name="picture" value="on_wall"/>
  </properties>
  <image source="../assets/pictures/furniture.png" width="1024" height="440"/>
 </tile>
 <tile id="93" type="Decor" x="425" y="0" width="16" height="24">
  <properties>
   <property name="frame" type="int" value="1"/>
   <property name="picture" value="on_wall"/>
  </properties>
  <image source="../assets/pictures/furniture.png" width="1024" height="440"/>
 </tile>
 <tile id="94" type="Decor" x="442" y="0" width="16" height="24">
  <properties>
   <property name="frame" type="int" value="2"/>
   <property name="picture" value="on_wall"/>
  </properties>
  <image source="../assets/pictures/furniture.png" width="1024" height="440"/>
 </tile>
 <tile id="95" type="Decor" x="459" y="0" width="16" height="24">
  <properties>
   <property name="frame" type="int" value="3"/>
   <property name="picture" value="on_wall"/>
  </properties>
  <image source="../assets/pictures/furniture.png" width="1024" height="440"/>
 </tile>
 <tile id="96" type="Decor" x="476" y="0" width="16" height="24">
  <properties>
   <property name="frame" type="int" value="4"/>
   <property name="picture" value="on_wall"/>
  </properties>
  <image source="../assets/pictures/furniture.png" width="1024" height="440"/>
 </tile>
 <tile id="97" type="Decor" x="493" y="0" width="16" height="24">
  <properties>
   <property name="frame" type="int" value="5"/>
   <property name="picture" value="on_wall"/>
  </properties>
  <image source="../assets/pictures/furniture.png" width="1024" height="440"/>
 </tile>
 <wangsets>
  <wangset name="Hedge" type="edge" tile="17">
   <wangcolor name="Hedge" color="#3f7c4d" tile="17" probability="1"/>
   <wangtile tileid="8" wangid="1,0,0,0,0,0,0,0"/>
   <wangtile tileid="9" wangid="0,0,1,0,0,0,0,0"/>
   <wangtile tileid="10" wangid="1,0,1,0,0,0,0,0"/>
   <wangtile tileid="11" wangid="0,0,0,0,1,0,0,0"/>
   <wangtile tileid="12" wangid="1,0,0,0,1,0,0,0"/>
   <wangtile tileid="13" wangid="0,0,1,0,1,0,0,0"/>
   <wangtile tileid="14" wangid="1,0,1,0,1,0,0,0"/>
   <wangtile tileid="15" wangid="0,0,0,0,0,0,1,0"/>
   <wangtile tileid="16" wangid="1,0,0,0,0,0,1,0"/>
   <wangtile tileid="17" wangid="0,0,1,0,0,0,1,0"/>
   <wangtile tileid="18" wangid="1,0,1,0,0,0,1,0"/>
   <wangtile tileid="19" wangid="0,0,0,0,1,0,1,0"/>
   <wangtile tileid="20" wangid="1,0,0,0,1,0,1,0"/>
   <wangtile tileid="21" wangid="0,0,1,0,1,0,1,0"/>
   <wangtile tileid="22" wangid="1,0,1,0,1,0,1,0"/>
  </wangset>
  <wangset name="Fence" type="edge" tile="33">
   <wangcolor name="Fence" color="#fff8e4" tile="33" probability="1"/>
   <wangtile tileid="24" wangid="1,0,0,0,0,0,0,0"/>
   <wangtile tileid="25" wangid="0,0,1,0,0,0,0,0"/>
   <wangtile tileid="26" wangid="1,0,1,0,0,0,0,0"/>
   <wangtile tileid="27" wangid="0,0,0,0,1,0,0,0"/>
   <wangtile tileid="28" wangid="1,0,0,0,1,0,0,0"/>
   <wangtile tileid="29" wangid="0,0,1,0,1,0,0,0"/>
   <wangtile tileid="30" wangid="1,0,1,0,1,0,0,0"/>
   <wangtile tileid="31" wangid="0,0,0,0,0,0,1,0"/>
   <wangtile tileid="32" wangid="1,0,0,0,0,0,1,0"/>
   <wangtile tileid="33" wangid="0,0,1,0,0,0,1,0"/>
   <wangtile tileid="34" wangid="1,0,1,0,0,0,1,0"/>
   <wangtile tileid="35" wangid="0,0,0,0,1,0,1,0"/>
   <wangtile tileid="36" wangid="1,0,0,0,1,0,1,0"/>
   <wangtile tileid="37" wangid="0,0,1,0,1,0,1,0"/>
   <wangtile tileid="38" wangid="1,0,1,0,1,0,1,0"/>
  </wangset>
 </wangsets>
</tileset>
