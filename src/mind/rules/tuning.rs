//! The knobs of the built-in mind: one constant each, so that a town can be tuned without reading the rest.

/// How readily one passes on what others said, against what is one's own. More: news travels faster.
pub const RELAY: f32 = 0.235;
/// How much less an event of somebody else's is spoken of to those one is not close to.
pub const RELAY_EVENT: f32 = 0.15;
/// From this closeness on it is spoken of as freely as other news.
pub const RELAY_CLOSE: f32 = 1.2;
/// How much less of one's going to somebody's event is told to those close to one; to others a third of that.
pub const TELLS_GOING: f32 = 0.05;
/// The chance that a long and friendly talk with somebody not yet close leaves a liking.
pub const WARMS_TO: f32 = 0.3;
/// Colder than this one greets curtly, invites nobody, and stops after two lines.
pub const COLD: f32 = -0.6;
/// Warmer than this one speaks well of somebody.
pub const FOND: f32 = 0.4;
/// How much an event of one's own presses to be told; news weigh 0 to 1.
pub const OWN_EVENT: f32 = 1.2;
/// The chance that a host invites in the very first line.
pub const INVITES_AT_ONCE: f32 = 0.6;
/// How much what shook one's day presses.
pub const SHAKEN: f32 = 1.1;
/// How much a need of one's own presses.
pub const OWN_NEED: f32 = 0.8;
/// How close somebody must be to be asked for a hand at once; others later in a talk.
pub const ASKS_HELP: f32 = 0.5;
/// How much one wants to go who has said what the talk is worth.
pub const LEAVES: f32 = 0.75;
/// Below this nothing presses enough to be brought up.
pub const BRINGS_UP: f32 = 0.14;

/// Going out: what an open event has for anyone, whoever gives it. More: more people come.
pub const SOCIABLE: f32 = 1.05;
/// So much of closeness and of warmth counts for going.
pub const GOES_CLOSE: f32 = 0.7;
/// See [`GOES_CLOSE`].
pub const GOES_WARM: f32 = 0.5;
/// And so much of chance, which is fixed for one person and one event.
pub const GOES_CHANCE: f32 = 3.2;
/// From here on one says yes.
pub const GOES: f32 = 0.7;
/// From here on perhaps.
pub const MAY_GO: f32 = 0.2;

/// From here on one lends a hand: closeness, warmth, a warm nature and chance.
pub const HELPS: f32 = 0.75;
/// So much chance is in it.
pub const HELP_CHANCE: f32 = 2.0;
/// And so much more where one has just said that one comes.
pub const HELPS_WHERE_ONE_GOES: f32 = 0.5;
/// And so much less of all of it.
pub const HELP_COST: f32 = 0.8;

/// So many lines of one's own any talk is worth.
pub const TALK_LINES: f32 = 4.2;
/// And up to so many more by chance.
pub const TALK_CHANCE: f32 = 1.6;
/// A talk with somebody cold to one.
pub const COLD_LINES: f32 = 1.6;
/// The most lines of one's own.
pub const LONGEST_CHAT: f32 = 7.0;

/// How much of a dislike is told to a friend; a love to somebody close.
pub const TELLS_DISLIKE: f32 = 0.7;
/// See [`TELLS_DISLIKE`].
pub const TELLS_LOVE: f32 = 0.5;
