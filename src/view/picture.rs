//! The picture of the town, and the window that shows it.
//!
//! Rule: the world camera draws one texel a world pixel; only whole numbers of pixels lie between it and the screen.

use bevy::{
    asset::{RenderAssetUsages, load_internal_asset, uuid_handle},
    camera::{
        CameraUpdateSystems, RenderTarget, ScalingMode,
        visibility::{NoFrustumCulling, RenderLayers},
    },
    image::ImageSampler,
    prelude::*,
    reflect::TypePath,
    render::render_resource::{AsBindGroup, Extent3d, ShaderType, TextureDimension, TextureFormat, TextureUsages},
    render::renderer::RenderAdapterInfo,
    shader::{Shader, ShaderRef},
    sprite_render::{AlphaMode2d, Material2d, Material2dPlugin, MeshMaterial2d},
};
use bevy_egui::{EguiGlobalSettings, EguiPrimaryContextPass, PrimaryEguiContext};

use super::{
    WindowCamera, WorldCamera, Z_NIGHT,
    camera::{Moved, Viewpoint},
    light::{LightMap, Sky},
};

/// Around the town, where the window is larger than the map.
const AROUND: LinearRgba = LinearRgba::rgb(0.0065, 0.0036, 0.016);

const SHADER: Handle<Shader> = uuid_handle!("6f3f0f4e-6a45-4c55-9b3a-1f6f0c1f7a51");

/// Numbers for the shader; see `night.wgsl`.
#[derive(Clone, Copy, Debug, Default, PartialEq, ShaderType)]
pub struct Frame {
    /// The window's corner in physical pixels from the map's corner.
    pub corner: IVec2,
    /// The picture's corner in world pixels from the map's corner.
    pub drawn: IVec2,
    /// Size of the picture.
    pub size: IVec2,
    /// Physical pixels for a world pixel, 1 where zoomed out.
    pub zoom: i32,
    /// World pixels averaged to a physical one, 1 where zoomed in.
    pub blend: i32,
    /// World pixels of a texel of the light map.
    pub grain: i32,
    /// World pixels of a texel of the picture: 1, more only where there is no graphics card.
    pub texel: i32,
    /// What the open air is multiplied by.
    pub tint: Vec4,
    /// What lit rooms are multiplied by at least.
    pub room: Vec4,
    /// What is added, of 1.
    pub lift: Vec4,
    /// Around the map.
    pub around: Vec4,
}

/// Lays the town's picture over the window and takes the light of the hour to it.
#[derive(Asset, AsBindGroup, TypePath, Clone, Debug)]
pub struct NightMaterial {
    #[uniform(0)]
    frame: Frame,
    #[texture(1)]
    town: Handle<Image>,
    #[texture(2)]
    lamps: Handle<Image>,
}

impl Material2d for NightMaterial {
    fn fragment_shader() -> ShaderRef {
        SHADER.into()
    }

    fn alpha_mode(&self) -> AlphaMode2d {
        AlphaMode2d::Opaque
    }
}

/// The picture and what shows it.
#[derive(Resource, Clone, Debug)]
struct Canvas {
    image: Handle<Image>,
    size: UVec2,
    material: Handle<NightMaterial>,
}

/// Marks the sheet that fills the window.
#[derive(Component)]
struct Screen;

/// Adds both cameras and what lies between them.
pub fn plugin(app: &mut App) {
    load_internal_asset!(app, SHADER, "night.wgsl", Shader::from_wgsl);
    app.add_plugins(Material2dPlugin::<NightMaterial>::default());
    // Which camera carries the panels is said here, not guessed from the order of spawning.
    app.world_mut().get_resource_or_insert_with(EguiGlobalSettings::default).auto_create_primary_context = false;
    // Without this a window with no panel at all would stop: the schedule is looked for every frame.
    app.init_schedule(EguiPrimaryContextPass);
    app.add_systems(Startup, set_up);
    app.add_systems(PostUpdate, compose.after(Moved).before(TransformSystems::Propagate).before(CameraUpdateSystems));
}

/// A picture to draw into.
fn blank(size: UVec2) -> Image {
    let extent = Extent3d { width: size.x, height: size.y, depth_or_array_layers: 1 };
    let format = TextureFormat::Rgba8UnormSrgb;
    let usage = RenderAssetUsages::RENDER_WORLD;
    let mut image = Image::new_fill(extent, TextureDimension::D2, &[0, 0, 0, 255], format, usage);
    image.texture_descriptor.usage =
        TextureUsages::TEXTURE_BINDING | TextureUsages::COPY_DST | TextureUsages::RENDER_ATTACHMENT;
    image.sampler = ImageSampler::nearest();
    image
}

fn set_up(
    mut commands: Commands,
    mut images: ResMut<Assets<Image>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<NightMaterial>>,
    lights: Res<LightMap>,
) {
    let size = UVec2::new(64, 64);
    let image = images.add(blank(size));
    let night = NightMaterial { frame: Frame::default(), town: image.clone(), lamps: lights.image.clone() };
    let material = materials.add(night);
    commands.spawn((
        WorldCamera,
        Camera2d,
        Camera { order: -1, clear_color: ClearColorConfig::Custom(Color::BLACK), ..default() },
        RenderTarget::Image(image.clone().into()),
        Msaa::Off,
        RenderLayers::layer(0),
    ));
    let mut projection = OrthographicProjection::default_2d();
    projection.scaling_mode = ScalingMode::Fixed { width: 1.0, height: 1.0 };
    commands.spawn((
        WindowCamera,
        PrimaryEguiContext,
        Camera2d,
        Camera { order: 0, clear_color: ClearColorConfig::Custom(AROUND.into()), ..default() },
        Projection::Orthographic(projection),
        Msaa::Off,
        super::labels(),
    ));
    commands.spawn((
        Screen,
        Mesh2d(meshes.add(Rectangle::new(1.0, 1.0))),
        MeshMaterial2d(material.clone()),
        Transform::from_xyz(0.0, 0.0, Z_NIGHT),
        NoFrustumCulling,
        super::labels(),
    ));
    commands.insert_resource(Canvas { image, size, material });
}

fn compose(
    look: Res<Viewpoint>,
    sky: Res<Sky>,
    lights: Res<LightMap>,
    adapter: Option<Res<RenderAdapterInfo>>,
    mut canvas: ResMut<Canvas>,
    mut images: ResMut<Assets<Image>>,
    mut materials: ResMut<Assets<NightMaterial>>,
    world: Single<
        (&mut Transform, &mut RenderTarget, &mut Projection),
        (With<WorldCamera>, Without<WindowCamera>, Without<Screen>),
    >,
    window: Single<(&mut Transform, &mut Projection), (With<WindowCamera>, Without<Screen>)>,
    mut screen: Single<&mut Transform, With<Screen>>,
) {
    if look.zoom == 0 {
        return;
    }
    let (drawn, covered) = look.drawn();
    // Zoomed out, all of the town is drawn and averaged; a processor is spared that and draws every nth pixel.
    let software = adapter.is_some_and(|adapter| format!("{:?}", adapter.device_type) == "Cpu");
    let texel = if software { look.blend() as i32 } else { 1 };
    let size = covered.map(|side| side.div_ceil(texel as u32));
    let (mut stand, mut target, mut lens) = world.into_inner();
    if size != canvas.size {
        canvas.size = size;
        canvas.image = images.add(blank(size));
        *target = RenderTarget::Image(canvas.image.clone().into());
    }
    let centre = drawn.as_vec2() + size.as_vec2() * texel as f32 / 2.0;
    // Half a texel aside, so that it is the middle of a pixel that is taken, not the seam of two.
    let aside = if texel % 2 == 0 { 0.5 } else { 0.0 };
    stand.set_if_neq(Transform::from_xyz(centre.x + aside, -centre.y - aside, 0.0));
    if let Projection::Orthographic(ortho) = lens.bypass_change_detection()
        && ortho.scale != texel as f32
    {
        ortho.scale = texel as f32;
        lens.set_changed();
    }

    let extent = look.extent();
    let middle = look.corner().as_vec2() / look.factor() + extent / 2.0;
    let (mut stand, mut projection) = window.into_inner();
    stand.set_if_neq(Transform::from_xyz(middle.x, -middle.y, 0.0));
    if let Projection::Orthographic(ortho) = projection.bypass_change_detection() {
        let wanted = ScalingMode::Fixed { width: extent.x, height: extent.y };
        if !matches!(ortho.scaling_mode, ScalingMode::Fixed { width, height } if width == extent.x && height == extent.y)
        {
            ortho.scaling_mode = wanted;
            projection.set_changed();
        }
    }
    screen.set_if_neq(Transform::from_xyz(middle.x, -middle.y, Z_NIGHT).with_scale(extent.extend(1.0)));

    let frame = Frame {
        corner: look.corner(),
        drawn,
        size: size.as_ivec2(),
        zoom: look.zoom.max(1),
        blend: look.blend() as i32,
        grain: lights.grain,
        texel,
        tint: sky.tint.extend(0.0),
        room: sky.room.extend(0.0),
        lift: sky.lift.extend(0.0),
        around: AROUND.to_vec4(),
    };
    let Some(before) = materials.get(&canvas.material) else { return };
    let same = before.frame == frame && before.town == canvas.image && before.lamps == lights.image;
    if !same && let Some(mut night) = materials.get_mut(&canvas.material) {
        *night = NightMaterial { frame, town: canvas.image.clone(), lamps: lights.image.clone() };
    }
}
