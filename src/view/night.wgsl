// Colour = paint x level + lift, as the painter does it: reckoned in sRGB, the numbers of the picture.
// Level is the hour's tint, raised by lamps; lift fades where light falls.
#import bevy_sprite::mesh2d_vertex_output::VertexOutput

struct Frame {
    corner: vec2<i32>,
    drawn: vec2<i32>,
    size: vec2<i32>,
    zoom: i32,
    blend: i32,
    grain: i32,
    texel: i32,
    tint: vec4<f32>,
    room: vec4<f32>,
    lift: vec4<f32>,
    around: vec4<f32>,
}

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> frame: Frame;
@group(#{MATERIAL_BIND_GROUP}) @binding(1) var town: texture_2d<f32>;
@group(#{MATERIAL_BIND_GROUP}) @binding(2) var lamps: texture_2d<f32>;

fn to_srgb(c: vec3<f32>) -> vec3<f32> {
    return select(1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, c * 12.92, c <= vec3(0.0031308));
}

fn to_linear(c: vec3<f32>) -> vec3<f32> {
    return select(pow((c + 0.055) / 1.055, vec3(2.4)), c / 12.92, c <= vec3(0.04045));
}

// No branch and no loop hangs on numbers of the frame alone: for each of those that do, the software driver (lavapipe)
// compiles a copy of the shader with every frame and never frees it, megabytes a second.
@fragment
fn fragment(in: VertexOutput) -> @location(0) vec4<f32> {
    let pixel = vec2<i32>(floor(in.position.xy)) + frame.corner;
    let world = vec2<i32>(floor((vec2<f32>(pixel) + 0.5) / f32(frame.zoom))) * frame.blend;
    let at = vec2<i32>(floor(vec2<f32>(world - frame.drawn) / f32(frame.texel)));
    let size = min(frame.size, vec2<i32>(textureDimensions(town)));
    if any(at < vec2(0)) || any(at >= size) {
        return vec4(frame.around.rgb, 1.0);
    }
    var paint = textureLoad(town, at, 0).rgb;
    let taps = min(frame.blend / frame.texel, size.x);
    if taps > 1 {
        for (var n = 1; n < taps * taps; n++) {
            paint += textureLoad(town, min(at + vec2(n % taps, n / taps), size - 1), 0).rgb;
        }
        paint /= f32(taps * taps);
    }
    // rgb: how much of the darkness is left by all lamps together; a: is this a lit room?
    let light = textureLoad(lamps, world / frame.grain, 0);
    // By day nothing is to be done, exactly.
    if all(min(frame.tint.rgb, 1.0 + light.rgb) >= vec3(1.0)) {
        return vec4(paint, 1.0);
    }
    let base = select(frame.tint.rgb, max(frame.tint.rgb, frame.room.rgb), light.a > 0.5);
    let level = 1.15 - (1.15 - base) * light.rgb;
    let dim = clamp((1.0 - level) / max(1.0 - frame.tint.rgb, vec3(0.001)), vec3(0.0), vec3(1.0));
    let seen = to_srgb(paint) * level + frame.lift.rgb * dim;
    return vec4(to_linear(clamp(seen, vec3(0.0), vec3(1.0))), 1.0);
}
