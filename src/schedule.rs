//! The order of one tick, declared once: every phase, and every step within it.
//!
//! Two schedules, both run by the driver only and never by Bevy's own loop: [`PreTick`] before each tick looks
//! whether what the tick needs has come, [`Tick`] is the tick.

use bevy::{
    ecs::schedule::{LogLevel, ScheduleBuildSettings, ScheduleLabel, SingleThreadedExecutor},
    prelude::*,
};

/// Before each tick: what came from outside is fetched, and whether something due is missing is noted in
/// [`crate::clock::Blocked`]. Leaves no trace in the town.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct PreTick;

/// One tick of town life.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tick;

/// A town is shown as it was recorded: of each tick only what looks on runs.
#[derive(Resource, Clone, Copy, Debug)]
pub struct Replaying;

/// When a town has been left: whatever was its own is made new, so that the next one finds nothing of it. What belongs
/// to one town says so with [`TownResources::init_town_resource`].
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Teardown;

/// Resources that belong to one town and not to the program.
pub trait TownResources {
    /// As `init_resource`; and as new when a town is left ([`Teardown`]).
    fn init_town_resource<R: Resource + Default>(&mut self) -> &mut Self;
}

impl TownResources for App {
    fn init_town_resource<R: Resource + Default>(&mut self) -> &mut Self {
        self.init_resource::<R>().add_systems(Teardown, |world: &mut World| world.insert_resource(R::default()))
    }
}

/// Declares the phases of a tick and the steps in each as two enums of system sets, and the chain that runs all of them
/// from top to bottom.
macro_rules! tick {
    ($($(#[$about:meta])* $phase:ident { $($(#[$doc:meta])* $step:ident,)* })*) => {
        /// The phases of a tick, in order.
        #[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum TickSystems { $($(#[$about])* $phase,)* }

        /// The steps of a tick, in order, each within its phase. Each holds one system; a plugin adds that system to it
        /// and orders nothing itself.
        #[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum TickStep { $($($(#[$doc])* $step,)*)* }

        impl TickStep {
            /// All of them, in order, each with its phase.
            pub const ALL: &[(TickSystems, Self)] = &[$($((TickSystems::$phase, Self::$step),)*)*];
        }

        fn order(app: &mut App) {
            app.configure_sets(Tick, ($(TickSystems::$phase,)*).chain());
            $(app.configure_sets(Tick, ($(TickStep::$step,)*).chain().in_set(TickSystems::$phase));)*
        }
    };
}

// The order of everything that happens in a tick: to change it, move a line.
tick! {
    /// In a town that is shown as it was recorded, this is all that happens until Record.
    PlayBack {
        /// What was recorded of this tick is put in place.
        ShowRecorded,
    }
    /// What came from outside: commands, then answers. The only door.
    Receive {
        /// Commands and answers that are due, in the order of the journal.
        ReceiveInputs,
    }
    /// What each agent notices, as things stood when the tick began.
    Perceive {
        /// People, things and talk within reach.
        LookAround,
    }
    /// What of it is kept.
    Remember {
        /// What came of an hour of the plan that is over.
        RememberHours,
        /// What was noticed and is new.
        RememberPercepts,
        /// Whether what was agreed was kept, when its time is over.
        RememberAgreements,
    }
    /// What each agent means to do: talks before errands before the plan.
    Decide {
        /// Lines are said, turns pass, talks end.
        ContinueTalks,
        /// Whoever a player speaks to turns and listens.
        AnswerHail,
        /// Whoever wants to talk walks up to the other; near enough, the talk opens.
        ApproachPartner,
        /// What was decided about something noticed is begun.
        BeginReaction,
        /// Whoever was told of a danger goes and looks.
        CheckHearsay,
        /// Errands go from stop to stop, and end.
        ContinueErrand,
        /// What was agreed for today enters the plan.
        EnterAppointments,
        /// The step of the plan that the clock has reached is taken up.
        FollowPlan,
        /// A player's walk to a person is aimed anew while they move.
        FollowPerson,
        /// Whoever has to go somewhere gets a path.
        FindPaths,
    }
    /// Hands: things change.
    Act {
        /// Objects are claimed, used, used up, left.
        UseObjects,
        /// A player without a mind remembers the words of their talks.
        RememberPlayerTalks,
        /// A player's walks and deeds come to their end.
        FinishPlayerActions,
    }
    /// Feet: one tile.
    Move {
        /// Everybody on a path goes on by one tile, or waits.
        Walk,
    }
    /// What each agent has to think about. Questions get their count in this order.
    Ask {
        /// Who is met or named in new memories is known from now on; the questions below name them.
        UpdateAcquaintances,
        /// The day, before waking.
        AskDay,
        /// The hours of a part of the day, an hour ahead.
        AskHours,
        /// The steps of an hour.
        AskSteps,
        /// Where a step is done and how it looks, one step ahead.
        AskPlace,
        /// What of all that was noticed is worth a thought.
        SelectPercepts,
        /// What to do about it.
        AskReaction,
        /// What a player's line asks for, promises or settles.
        AskReading,
        /// The next line of a talk.
        AskLines,
        /// What is kept of a talk that is over.
        AskAfterTalk,
        /// New memories count towards the next reflection.
        CountImportance,
        /// How much new memories matter.
        AskImportance,
        /// Enough has come: what to ask oneself.
        AskReflection,
        /// What one concludes about each of these.
        AskInsights,
        /// The picture of oneself.
        AskSelfImage,
        /// What somebody else is to oneself.
        AskRelation,
        /// New texts, and what the questions above look for, as embeddings of a server.
        AskEmbeddings,
    }
    /// The sending of what was asked, and notes for whoever looks on: nothing here changes the town.
    Record {
        /// Questions go to the mind.
        SendQuestions,
        /// What happened, into the chronicle; whatever stands below may read it.
        WriteChronicle,
        /// Who was where at events, who has nothing to do, which places are too full; meals, work and sleep.
        WatchEvents,
        /// How far the goals of the scenario have come.
        CountGoals,
        /// What of all this will be rows of the save.
        GatherRows,
    }
}

/// Declares the schedules; an ambiguous pair of systems panics when one of them is first built.
///
/// The systems run one after the other: at 25 people the multi-threaded executor costs ten times what it
/// saves. What is heavy goes parallel inside its own system.
pub fn plugin(app: &mut App) {
    app.init_schedule(Teardown).init_schedule(PreTick).init_schedule(Tick);
    order(app);
    let is_lived = || not(resource_exists::<Replaying>);
    use TickSystems::{Act, Ask, Decide, Move, Perceive, Receive, Remember};
    for phase in [Receive, Perceive, Remember, Decide, Act, Move, Ask] {
        app.configure_sets(Tick, phase.run_if(is_lived()));
    }
    for step in [TickStep::SendQuestions, TickStep::WriteChronicle, TickStep::GatherRows] {
        app.configure_sets(Tick, step.run_if(is_lived()));
    }
    app.configure_sets(Tick, TickSystems::PlayBack.run_if(resource_exists::<Replaying>));
    for schedule in [PreTick.intern(), Tick.intern()] {
        app.edit_schedule(schedule, |schedule| {
            let settings = ScheduleBuildSettings { ambiguity_detection: LogLevel::Error, ..default() };
            schedule.set_build_settings(settings).set_executor(SingleThreadedExecutor::new());
        });
    }
}
