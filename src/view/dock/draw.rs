//! Draws the stacks: paper, tabs, the panel in front, and the edges by which they are widened and moved.

use bevy::prelude::*;
use bevy_egui::{EguiContext, PrimaryEguiContext, egui};
use egui::{
    Area, Color32, CornerRadius, CursorIcon, FontId, Id, LayerId, Order, Pos2, Rect, Sense, Stroke, StrokeKind, Ui,
    UiBuilder, WidgetInfo, WidgetType, pos2, vec2,
};

use super::{
    layout::{Dock, GAP, Stack},
    tabs::{Place, Tab},
};
use crate::view::{
    Following, Selected,
    keys::bind::Bindings,
    panels::{
        pictures::{Icons, icon},
        style::{FAINT, GLOW, GOLD, INK, LINE, SHADE, sheet},
    },
};

/// Paper round a panel, in points.
const MARGIN: f32 = 10.0;
/// Height of a tab.
const TABBED: f32 = 24.0;
/// What the cross on a tab takes of it.
const CROSS: f32 = 14.0;
/// How wide an edge is to the mouse.
const EDGE: f32 = 8.0;

/// What was done to a stack.
#[derive(Clone, Copy, Debug)]
enum Done {
    Front(Tab),
    Close(Tab),
    Move(Tab, Place),
    Fold(Place),
    Widen(bool, f32),
    Share(bool, f32),
}

/// Draws all that is open.
pub(super) fn draw(world: &mut World) {
    let mut contexts = world.query_filtered::<&mut EguiContext, With<PrimaryEguiContext>>();
    let Ok(mut context) = contexts.single_mut(world) else { return };
    let ctx = context.get_mut().clone();
    let whole = ctx.content_rect();
    let (stacks, [free, clear]) = world.resource::<Dock>().lay(whole);
    let cursor = ctx.pointer_latest_pos();
    let mut done = vec![];
    let mut heads = vec![];
    for stack in &stacks {
        let beside = |other: &&Stack| other.place.right() == stack.place.right() && !other.folded;
        let shared = stacks.iter().filter(beside).count() == 2;
        heads.extend(draw_stack(&ctx, world, (stack, shared), &mut done));
    }
    if let Some(tab) = egui::DragAndDrop::payload::<Tab>(&ctx).map(|tab| *tab) {
        carried(&ctx, (whole, clear), &stacks, tab, &mut done);
    }
    let head = |place: Place| heads.iter().find(|(one, _)| *one == place).map(|(_, high)| *high);
    let on = |stack: &&Stack| {
        let high = if stack.folded { head(stack.place).unwrap_or(60.0) } else { stack.rect.height() };
        cursor.is_some_and(|at| Rect::from_min_size(stack.rect.min, vec2(stack.rect.width(), high)).contains(at))
    };
    let under = stacks.iter().find(on).map(|stack| (stack.place, stack.front));
    if let Some((_, front)) = under
        && ctx.input(|input| input.pointer.any_pressed())
    {
        done.insert(0, Done::Front(front));
    }
    let mut dock = world.resource_mut::<Dock>();
    let mut now = dock.clone();
    (now.free, now.clear, now.under) = (free, clear, under.map(|(place, _)| place));
    now.waits = [false, true].map(|right| {
        let fronts = [false, true].map(|below| dock.front(Place::of(right, below)));
        fronts.iter().any(Option::is_some) && stacks.iter().all(|stack| stack.place.right() != right)
    });
    now.typed = typed(&ctx, &stacks);
    now.heads = heads.into_iter().collect();
    dock.set_if_neq(now);
    for one in done {
        act(world, one);
    }
}

/// The name of the area that a stack is drawn in.
fn area(place: Place) -> Id {
    Id::new(("dock", place))
}

/// In whose panel somebody types.
fn typed(ctx: &egui::Context, stacks: &[Stack]) -> Option<Tab> {
    let field = ctx.memory(|memory| memory.focused()).and_then(|id| ctx.read_response(id))?;
    // By the layer: a box may lie over a panel.
    let holds = |stack: &&Stack| field.layer_id == LayerId::new(Order::Middle, area(stack.place));
    stacks.iter().find(holds).map(|stack| stack.front)
}

fn act(world: &mut World, done: Done) {
    if let Done::Close(Tab::Person) = done {
        world.resource_mut::<Selected>().0 = None;
        world.resource_mut::<Following>().0 = false;
    }
    let mut dock = world.resource_mut::<Dock>();
    match done {
        // What is in front already is not changed: a change is written to the disk.
        Done::Front(tab) if dock.open().last() == Some(&tab) => {}
        Done::Front(tab) => dock.show(tab),
        Done::Close(tab) => dock.close(tab),
        Done::Move(tab, place) => dock.put(tab, place),
        Done::Fold(place) => dock.fold(place),
        Done::Widen(right, width) => dock.widen(right, width),
        Done::Share(right, share) => dock.share(right, share),
    }
}

/// One stack; gives its height if it is folded.
fn draw_stack(
    ctx: &egui::Context,
    world: &mut World,
    (stack, shared): (&Stack, bool),
    done: &mut Vec<Done>,
) -> Option<(Place, f32)> {
    let mut rect = stack.rect;
    if stack.folded {
        let head = world.resource::<Dock>().heads.get(&stack.place).copied().unwrap_or(60.0);
        rect.set_height(head.min(stack.rect.height()));
    }
    let area =
        Area::new(area(stack.place)).order(Order::Middle).fixed_pos(rect.min).constrain(false).sense(Sense::click());
    let area = area.default_size(rect.size()).show(ctx, |ui| {
        ui.expand_to_include_rect(rect);
        // Told what lies inside of its margin and its outline.
        ui.painter().add(sheet().paint(rect.shrink(MARGIN + 2.0)));
        let inside = rect.shrink(MARGIN + 2.0);
        let mut room = inside;
        room.set_height(stack.rect.height() - 2.0 * (MARGIN + 2.0));
        let mut inner = ui.new_child(UiBuilder::new().max_rect(room).id_salt(stack.place));
        // Whatever a panel draws beyond its paper is not seen; scroll bars may lean over the margin.
        inner.set_clip_rect(inside.expand(4.0).intersect(ctx.content_rect()));
        tabs(&mut inner, world, stack, done);
        let shown = !stack.folded || stack.front == Tab::Person;
        if shown {
            inner.push_id(stack.front, |ui| (stack.front.row().show)(ui, world));
        }
        // After all that lies under them.
        edges(ui, stack, shared, done);
        inner.min_rect().height() + 2.0 * (MARGIN + 2.0)
    });
    stack.folded.then_some((stack.place, area.inner))
}

/// The tabs of a stack, and what folds and closes it.
fn tabs(ui: &mut Ui, world: &mut World, stack: &Stack, done: &mut Vec<Done>) {
    let right = ui.max_rect().right();
    let buttons = 54.0;
    ui.horizontal_top(|ui| {
        ui.scope(|ui| {
            ui.set_max_width(ui.available_width() - buttons);
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing = vec2(3.0, 3.0);
                for tab in &stack.tabs {
                    let (front, alone) = (*tab == stack.front, stack.tabs.len() == 1);
                    one_tab(ui, world.resource::<Bindings>(), *tab, (front, alone), done);
                }
            });
        });
        let place =
            Rect::from_min_max(pos2(right - buttons, ui.max_rect().top()), pos2(right, ui.max_rect().top() + TABBED));
        let layout = egui::Layout::right_to_left(egui::Align::Center);
        ui.scope_builder(UiBuilder::new().max_rect(place).layout(layout), |ui| {
            ui.spacing_mut().item_spacing.x = 3.0;
            let close = ui.add(egui::Button::new("×").min_size(vec2(22.0, TABBED)));
            let hint = if stack.tabs.len() > 1 { "Close all of these" } else { "Close (Esc)" };
            if close.on_hover_text(hint).clicked() {
                done.extend(stack.tabs.iter().map(|tab| Done::Close(*tab)));
            }
            let (sign, hint) = if stack.folded { ("down", "All of it") } else { ("up", "Fold") };
            let key = (stack.front == Tab::Person).then(|| world.resource::<Bindings>().named("fold"));
            let hint = key.map_or_else(|| hint.to_owned(), |key| format!("{hint} ({key})"));
            let picture = world.resource_scope(|_, mut icons: Mut<Icons>| icon(ui, &mut icons, sign, 11.0));
            if ui.add(egui::Button::image(picture).min_size(vec2(22.0, TABBED))).on_hover_text(hint).clicked() {
                done.push(Done::Fold(stack.place));
            }
        });
    });
    let line = ui.cursor().top().max(ui.max_rect().top() + TABBED + 3.0);
    ui.painter().hline(ui.max_rect().x_range(), line, Stroke::new(1.0, LINE));
    ui.add_space(6.0);
}

/// A tab; that in front has a cross of its own where there are others. All have the room for one, or tabs would move under
/// the mouse when another comes to the front.
fn one_tab(ui: &mut Ui, bindings: &Bindings, tab: Tab, (front, alone): (bool, bool), done: &mut Vec<Done>) {
    let row = tab.row();
    let ink = if front { INK } else { FAINT };
    let words = ui.painter().layout_no_wrap(row.title.to_owned(), FontId::proportional(13.0), ink);
    let crossed = if alone { 0.0 } else { CROSS };
    let (at, response) = ui.allocate_exact_size(vec2(words.size().x + 14.0 + crossed, TABBED), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::selected(WidgetType::Button, true, front, row.title));
    let ground = match (front, response.hovered()) {
        (true, _) => GLOW,
        (_, true) => SHADE,
        _ => Color32::TRANSPARENT,
    };
    let top = CornerRadius { nw: 4, ne: 4, sw: 0, se: 0 };
    ui.painter().rect(at, top, ground, Stroke::new(1.0, if front { INK } else { LINE }), StrokeKind::Inside);
    let aside = if front { crossed } else { 0.0 };
    ui.painter().galley(at.center() - (words.size() + vec2(aside, 0.0)) / 2.0, words, ink);
    // When it goes down: a slow click is none.
    let middle = ui.input(|input| input.pointer.button_pressed(egui::PointerButton::Middle));
    let mut closed = middle && response.contains_pointer();
    if front && !alone {
        let place = Rect::from_min_max(pos2(at.right() - CROSS - 2.0, at.top()), at.max);
        let cross = ui.interact(place, ui.id().with(("close", tab)), Sense::click()).on_hover_text("Close it (Esc)");
        let dark = if cross.hovered() { INK } else { FAINT };
        ui.painter().text(place.center(), egui::Align2::CENTER_CENTER, "×", FontId::proportional(13.0), dark);
        closed |= cross.clicked();
    }
    if closed {
        done.push(Done::Close(tab));
        return;
    }
    response.dnd_set_drag_payload(tab);
    let clicked = response.clicked();
    if !response.dragged() {
        let key = row.keys.first().map(|key| bindings.label(key));
        let key = key.filter(|key| !key.is_empty()).map_or(String::new(), |key| format!(" ({key})"));
        response
            .on_hover_text(format!("{}{key} · drag it to the other side, or below; middle click: close", row.title));
    }
    if clicked {
        done.push(Done::Front(tab));
    }
}

/// Edges that are dragged: that to the town, and that to the stack below.
fn edges(ui: &Ui, stack: &Stack, shared: bool, done: &mut Vec<Done>) {
    let (whole, right, rect) = (ui.ctx().content_rect(), stack.place.right(), stack.rect);
    if stack.folded {
        return;
    }
    let x = if right { rect.left() } else { rect.right() };
    // Inside of the panel: outside the town is clicked.
    let inside = if right { EDGE / 2.0 } else { -EDGE / 2.0 };
    let at = Rect::from_center_size(pos2(x + inside, rect.center().y), vec2(EDGE, rect.height() - 24.0));
    if let Some(to) = edge(ui, "width", at, CursorIcon::ResizeHorizontal) {
        done.push(Done::Widen(right, if right { whole.right() - GAP - to.x } else { to.x - whole.left() - GAP }));
    }
    if shared && !stack.place.below() {
        let at =
            Rect::from_center_size(pos2(rect.center().x, rect.bottom() - EDGE / 2.0), vec2(rect.width() - 24.0, EDGE));
        if let Some(to) = edge(ui, "height", at, CursorIcon::ResizeVertical) {
            done.push(Done::Share(
                right,
                (to.y + GAP / 2.0 - whole.top() - GAP) / (whole.height() - 2.0 * GAP).max(1.0),
            ));
        }
    }
}

/// Where the mouse drags an edge to.
fn edge(ui: &Ui, name: &str, at: Rect, cursor: CursorIcon) -> Option<Pos2> {
    let response = ui.interact(at, ui.id().with(name), Sense::drag());
    if response.hovered() || response.dragged() {
        ui.ctx().set_cursor_icon(cursor);
        ui.painter().rect_filled(at.shrink(2.5), CornerRadius::same(1), GOLD);
    }
    response.dragged().then(|| response.interact_pointer_pos()).flatten()
}

/// A tab in the air: where it would go is marked, and it goes there when let go.
fn carried(ctx: &egui::Context, (whole, clear): (Rect, Rect), stacks: &[Stack], tab: Tab, done: &mut Vec<Done>) {
    let Some(at) = ctx.pointer_latest_pos() else { return };
    let right = at.x > clear.center().x;
    let alone = stacks.iter().all(|stack| stack.place.right() != right || stack.tabs == [tab]);
    let place = Place::of(right, !alone && at.y > whole.center().y);
    let width = wide(stacks, right);
    let left = if right { whole.right() - GAP - width } else { whole.left() + GAP };
    let mut goal = Rect::from_min_size(pos2(left, whole.top() + GAP), vec2(width, whole.height() - 2.0 * GAP));
    if place.below() {
        goal.min.y = whole.center().y;
    } else if !alone {
        goal.max.y = whole.center().y;
    }
    let painter = ctx.layer_painter(egui::LayerId::new(Order::Tooltip, Id::new("carried tab")));
    painter.rect(goal, 4, GOLD.gamma_multiply(0.35), Stroke::new(2.0, INK), StrokeKind::Inside);
    let words = painter.layout_no_wrap(tab.row().title.to_owned(), FontId::proportional(13.0), INK);
    let plate = Rect::from_center_size(at, words.size() + vec2(16.0, 8.0));
    painter.rect(plate, 3, GLOW, Stroke::new(1.0, INK), StrokeKind::Inside);
    painter.galley(plate.min + vec2(8.0, 4.0), words, INK);
    ctx.set_cursor_icon(CursorIcon::Grabbing);
    if ctx.input(|input| input.pointer.any_released()) {
        egui::DragAndDrop::clear_payload(ctx);
        done.push(Done::Move(tab, place));
    }
}

/// How wide a side is, or would be.
fn wide(stacks: &[Stack], right: bool) -> f32 {
    let shown = stacks.iter().find(|stack| stack.place.right() == right);
    shown.map_or(220.0, |stack| stack.rect.width())
}
