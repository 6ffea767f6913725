//! Draws the stacks: paper, tabs, the panel in front, and the edges by which they are widened and moved.

use bevy::prelude::*;
use bevy_egui::egui;
use egui::{
    Align2, Area, Color32, CornerRadius, CursorIcon, FontId, Id, LayerId, Order, Pos2, Rect, Sense, Stroke, StrokeKind,
    Ui, UiBuilder, WidgetInfo, WidgetType, pos2, vec2,
};

use super::{
    layout::{Dock, GAP, Stack},
    place::Place,
};
use crate::view::{
    Following, Selected,
    keys::bind::Bindings,
    panels::{
        Tab, context_of,
        pictures::{Icons, icon},
        style::{FAINT, GLOW, GOLD, INK, LINE, SHADE, sheet},
    },
};

/// Space between a panel and its frame, in points; and that with the outline.
const MARGIN: f32 = 10.0;
const FRAME: f32 = MARGIN + 2.0;
/// Height of a tab.
const TAB_HEIGHT: f32 = 24.0;
/// Size of a tab's title.
const TITLE: f32 = 13.0;
/// Width of the cross on a tab.
const CROSS: f32 = 14.0;
/// Width of an edge that can be dragged.
const EDGE: f32 = 8.0;
/// Width of a side where nothing is open yet, while a tab is dragged there.
const NEW_SIDE: f32 = 220.0;

/// Draws everything that is open.
pub(super) fn draw(world: &mut World) {
    let Some(ctx) = context_of(world) else { return };
    let before = world.resource::<Dock>().clone();
    let mut whole = ctx.content_rect();
    whole.max.y -= before.foot;
    let (stacks, [free, clear]) = before.layout(whole);
    let mut dock = before.clone();
    (dock.free, dock.clear) = (free, clear);
    let under = stacks.iter().find(|stack| ctx.pointer_latest_pos().is_some_and(|at| stack.rect.contains(at)));
    dock.under = under.map(|stack| stack.place);
    dock.hidden = [false, true].map(|right| {
        let is_open = Place::of_side(right).iter().any(|place| dock.front(*place).is_some());
        is_open && stacks.iter().all(|stack| stack.place.is_right() != right)
    });
    if let Some(stack) = under
        && ctx.input(|input| input.pointer.any_pressed())
    {
        dock.show(stack.front);
    }
    dock.heads.clear();
    for stack in &stacks {
        let beside = |other: &&Stack| other.place.is_right() == stack.place.is_right() && !other.folded;
        let is_shared = stacks.iter().filter(beside).count() == 2;
        draw_stack(&ctx, world, &mut dock, stack, is_shared);
    }
    if let Some(tab) = egui::DragAndDrop::payload::<Tab>(&ctx) {
        draw_dragged(&ctx, &mut dock, &stacks, *tab);
    }
    dock.typed = typed(&ctx, &stacks);
    if before.is_open(Tab::Person) && !dock.is_open(Tab::Person) {
        world.resource_mut::<Selected>().0 = None;
        world.resource_mut::<Following>().0 = false;
    }
    // Unchanged, it is not written to the disk.
    world.resource_mut::<Dock>().set_if_neq(dock);
}

/// The id of the area that a stack is drawn in.
fn area(place: Place) -> Id {
    Id::new(("dock", place))
}

/// The tab in whose panel somebody types.
fn typed(ctx: &egui::Context, stacks: &[Stack]) -> Option<Tab> {
    let field = ctx.memory(|memory| memory.focused()).and_then(|id| ctx.read_response(id))?;
    // By the layer: a box may lie over a panel.
    let holds = |stack: &&Stack| field.layer_id == LayerId::new(Order::Middle, area(stack.place));
    stacks.iter().find(holds).map(|stack| stack.front)
}

fn draw_stack(ctx: &egui::Context, world: &mut World, dock: &mut Dock, stack: &Stack, is_shared: bool) {
    let rect = stack.rect;
    let area = Area::new(area(stack.place)).order(Order::Middle).fixed_pos(rect.min).constrain(false);
    area.sense(Sense::click()).default_size(rect.size()).show(ctx, |ui| {
        ui.expand_to_include_rect(rect);
        let inside = rect.shrink(FRAME);
        ui.painter().add(sheet().paint(inside));
        let mut room = inside;
        if stack.folded {
            room.max.y = ctx.content_rect().bottom();
        }
        let mut inner = ui.new_child(UiBuilder::new().max_rect(room).id_salt(stack.place));
        // Content beyond the paper is clipped; scroll bars may lean over the margin.
        inner.set_clip_rect(inside.expand(4.0).intersect(ctx.content_rect()));
        draw_tabs(&mut inner, world, dock, stack);
        // Folded, the panel of a person still has a head.
        if !stack.folded || stack.front == Tab::Person {
            inner.push_id(stack.front, |ui| (stack.front.panel().show)(ui, world));
        }
        if stack.folded {
            dock.heads.insert(stack.place, inner.min_rect().height() + 2.0 * FRAME);
        }
        // After everything that lies under them.
        draw_edges(ui, dock, stack, is_shared);
    });
}

/// The tabs of a stack, and the buttons that fold and close it.
fn draw_tabs(ui: &mut Ui, world: &mut World, dock: &mut Dock, stack: &Stack) {
    let corner = ui.max_rect().right_top();
    let buttons = 54.0;
    ui.horizontal_top(|ui| {
        ui.scope(|ui| {
            ui.set_max_width(ui.available_width() - buttons);
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing = vec2(3.0, 3.0);
                for tab in &stack.tabs {
                    draw_tab(ui, world.resource::<Bindings>(), dock, *tab, stack);
                }
            });
        });
        let place = Rect::from_min_max(corner - vec2(buttons, 0.0), corner + vec2(0.0, TAB_HEIGHT));
        let layout = egui::Layout::right_to_left(egui::Align::Center);
        ui.scope_builder(UiBuilder::new().max_rect(place).layout(layout), |ui| {
            ui.spacing_mut().item_spacing.x = 3.0;
            let close = ui.add(egui::Button::new("×").min_size(vec2(22.0, TAB_HEIGHT)));
            let hint = if stack.tabs.len() > 1 { "Close all of these" } else { "Close (Esc)" };
            if close.on_hover_text(hint).clicked() {
                stack.tabs.iter().for_each(|tab| dock.close(*tab));
            }
            let (sign, hint) = if stack.folded { ("down", "Unfold") } else { ("up", "Fold") };
            let key = (stack.front == Tab::Person).then(|| world.resource::<Bindings>().named("fold"));
            let hint = key.map_or_else(|| hint.to_owned(), |key| format!("{hint} ({key})"));
            let picture = world.resource_scope(|_, mut icons: Mut<Icons>| icon(ui, &mut icons, sign, 11.0));
            let fold = ui.add(egui::Button::image(picture).min_size(vec2(22.0, TAB_HEIGHT)));
            if fold.on_hover_text(hint).clicked() {
                dock.fold(stack.place);
            }
        });
    });
    let line = ui.cursor().top().max(corner.y + TAB_HEIGHT + 3.0);
    ui.painter().hline(ui.max_rect().x_range(), line, Stroke::new(1.0, LINE));
    ui.add_space(6.0);
}

/// A tab; the front one of several has a cross. All have room for one, or tabs would move under the mouse when another
/// comes to the front.
fn draw_tab(ui: &mut Ui, bindings: &Bindings, dock: &mut Dock, tab: Tab, stack: &Stack) {
    let panel = tab.panel();
    let (is_front, is_alone) = (tab == stack.front, stack.tabs.len() == 1);
    let (ink, edge) = if is_front { (INK, INK) } else { (FAINT, LINE) };
    let words = ui.painter().layout_no_wrap(panel.title.to_owned(), FontId::proportional(TITLE), ink);
    let cross_width = if is_alone { 0.0 } else { CROSS };
    let size = vec2(words.size().x + 14.0 + cross_width, TAB_HEIGHT);
    let (at, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::selected(WidgetType::Button, true, is_front, panel.title));
    let ground = match (is_front, response.hovered()) {
        (true, _) => GLOW,
        (_, true) => SHADE,
        _ => Color32::TRANSPARENT,
    };
    let top = CornerRadius { nw: 4, ne: 4, sw: 0, se: 0 };
    ui.painter().rect(at, top, ground, Stroke::new(1.0, edge), StrokeKind::Inside);
    let left_of_cross = vec2(if is_front { cross_width } else { 0.0 }, 0.0);
    ui.painter().galley(at.center() - (words.size() + left_of_cross) / 2.0, words, ink);
    // On the press: a slow middle click is no click to egui.
    let middle = ui.input(|input| input.pointer.button_pressed(egui::PointerButton::Middle));
    let mut is_closed = middle && response.contains_pointer();
    if is_front && !is_alone {
        let place = Rect::from_min_max(pos2(at.right() - CROSS - 2.0, at.top()), at.max);
        let cross = ui.interact(place, ui.id().with(("close", tab)), Sense::click()).on_hover_text("Close (Esc)");
        let ink = if cross.hovered() { INK } else { FAINT };
        ui.painter().text(place.center(), Align2::CENTER_CENTER, "×", FontId::proportional(TITLE), ink);
        is_closed |= cross.clicked();
    }
    if is_closed {
        return dock.close(tab);
    }
    response.dnd_set_drag_payload(tab);
    if response.clicked() {
        dock.show(tab);
    }
    if !response.dragged() {
        let key = panel.keys.first().map(|key| bindings.label(key)).filter(|key| !key.is_empty());
        let key = key.map_or(String::new(), |key| format!(" ({key})"));
        let help = "drag to move it to the other side or below; middle click to close";
        response.on_hover_text(format!("{}{key} · {help}", panel.title));
    }
}

/// Edges that can be dragged: to the town, and to the stack below.
fn draw_edges(ui: &Ui, dock: &mut Dock, stack: &Stack, is_shared: bool) {
    let (whole, right, rect) = (ui.ctx().content_rect(), stack.place.is_right(), stack.rect);
    if stack.folded {
        return;
    }
    // Inside the panel: a click outside is for the town.
    let x = if right { rect.left() + EDGE / 2.0 } else { rect.right() - EDGE / 2.0 };
    let at = Rect::from_center_size(pos2(x, rect.center().y), vec2(EDGE, rect.height() - 24.0));
    if let Some(to) = draw_edge(ui, "width", at, CursorIcon::ResizeHorizontal) {
        dock.widen(right, if right { whole.right() - GAP - to.x } else { to.x - whole.left() - GAP });
    }
    if is_shared && !stack.place.is_below() {
        let middle = pos2(rect.center().x, rect.bottom() - EDGE / 2.0);
        let at = Rect::from_center_size(middle, vec2(rect.width() - 24.0, EDGE));
        if let Some(to) = draw_edge(ui, "height", at, CursorIcon::ResizeVertical) {
            dock.share(right, (to.y - GAP / 2.0 - whole.top()) / (whole.height() - 2.0 * GAP).max(1.0));
        }
    }
}

/// Where the mouse drags an edge to.
fn draw_edge(ui: &Ui, name: &str, at: Rect, cursor: CursorIcon) -> Option<Pos2> {
    let response = ui.interact(at, ui.id().with(name), Sense::drag());
    if response.hovered() || response.dragged() {
        ui.ctx().set_cursor_icon(cursor);
        ui.painter().rect_filled(at.shrink(2.5), CornerRadius::same(1), GOLD);
    }
    response.dragged().then(|| response.interact_pointer_pos()).flatten()
}

/// A tab that is dragged: its target is marked, and it moves there on release.
fn draw_dragged(ctx: &egui::Context, dock: &mut Dock, stacks: &[Stack], tab: Tab) {
    let Some(at) = ctx.pointer_latest_pos() else { return };
    let whole = ctx.content_rect();
    let right = at.x > dock.clear.center().x;
    let mut side = stacks.iter().filter(|stack| stack.place.is_right() == right).peekable();
    let width = side.peek().map_or(NEW_SIDE, |stack| stack.rect.width());
    let is_alone = side.all(|stack| stack.tabs == [tab]);
    let place = Place::of_side(right)[usize::from(!is_alone && at.y > whole.center().y)];
    let left = if right { whole.right() - GAP - width } else { whole.left() + GAP };
    let mut goal = Rect::from_min_size(pos2(left, whole.top() + GAP), vec2(width, whole.height() - 2.0 * GAP));
    if place.is_below() {
        goal.min.y = whole.center().y;
    } else if !is_alone {
        goal.max.y = whole.center().y;
    }
    let painter = ctx.layer_painter(LayerId::new(Order::Tooltip, Id::new("dragged tab")));
    painter.rect(goal, 4, GOLD.gamma_multiply(0.35), Stroke::new(2.0, INK), StrokeKind::Inside);
    let words = painter.layout_no_wrap(tab.panel().title.to_owned(), FontId::proportional(TITLE), INK);
    let plate = Rect::from_center_size(at, words.size() + vec2(16.0, 8.0));
    painter.rect(plate, 3, GLOW, Stroke::new(1.0, INK), StrokeKind::Inside);
    painter.galley(plate.min + vec2(8.0, 4.0), words, INK);
    ctx.set_cursor_icon(CursorIcon::Grabbing);
    if ctx.input(|input| input.pointer.any_released()) {
        egui::DragAndDrop::clear_payload(ctx);
        dock.put(tab, place);
    }
}
