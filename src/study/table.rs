//! An evaluation as text for people.

use std::fmt;

use super::{
    evaluation::Evaluation,
    events::Helpers,
    lines::Lines,
    news::{How, Spread},
};

impl fmt::Display for Evaluation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = self;
        let percent = |part: u32| 100.0 * f64::from(part) / f64::from(all.agents.max(1));
        writeln!(out, "{}, seed {}: {} people, {} hours", all.scenario, all.seed, all.agents, all.hours)?;
        writeln!(out, "\nnews            at start     at end        claims  invented  silent  untraced")?;
        for news in &all.news {
            let (start, end) = (percent(news.informed_start), percent(news.informed_end));
            let Spread { id, informed_start: from, informed_end: to, claims, invented, .. } = news;
            let (silent, untraced) = (news.silent.len(), news.untraced.len());
            write!(out, "{id:<14} {from:>3} ({start:>3.0}%)  {to:>3} ({end:>3.0}%)  ")?;
            writeln!(out, "{claims:>10}  {invented:>8}  {silent:>6}  {untraced:>8}")?;
        }
        for news in &all.news {
            let lists = [("invented", &news.inventors), ("silent", &news.silent)];
            for (what, one) in lists.into_iter().flat_map(|(what, all)| all.iter().map(move |one| (what, one))) {
                writeln!(out, "  {} {what} by {}: {:?} -> {:?}", news.id, one.agent, one.question, one.words)?;
            }
        }
        writeln!(out, "\nacquaintance    density {:.3} -> {:.3}", all.density_start, all.density_end)?;
        let Evaluation { acquaintance: of, .. } = all;
        writeln!(
            out,
            "                {} answers, {} invented, {} by sight alone",
            of.answers, of.invented, of.by_sight
        )?;
        for event in &all.events {
            let (invited, agreed) = (event.invited.len(), event.agreed.len());
            let over = if event.over { "" } else { "; not over yet" };
            writeln!(out, "\nevent {}: {invited} invited, {agreed} agreed{over}", event.id)?;
            writeln!(out, "  came          {}: {}", event.attended.len(), event.attended.join(", "))?;
            if !event.by_chance.is_empty() {
                writeln!(out, "  by chance     {}: {}", event.by_chance.len(), event.by_chance.join(", "))?;
            }
            let Helpers { asked, agreed, came, who } = &event.helpers;
            writeln!(out, "  helpers       {asked} asked, {agreed} agreed, {came} came: {}", who.join(", "))?;
            for absent in &event.absent {
                let reason = serde_json::to_value(absent.reason).unwrap_or_default();
                let reason = reason.as_str().unwrap_or_default();
                writeln!(out, "  stayed away   {}: {reason} ({})", absent.agent, absent.instead)?;
            }
        }
        writeln!(out, "\nrefusals        {} of {}", all.refusals.refused, all.refusals.asked)?;
        writeln!(out, "odd places      {}", all.odd_places)?;
        for (who, place, when) in &all.odd {
            writeln!(out, "                {who} in {place}, {when}")?;
        }
        let Lines { talks, lines, repeated_lines, longest_talk, heard_in_a_talk, talks_by_day } = &all.lines;
        let repeated = 100.0 * repeated_lines;
        writeln!(
            out,
            "talk            {talks} talks, {lines} lines, {repeated:.2}% repeated, the longest {longest_talk} lines"
        )?;
        writeln!(out, "                {heard_in_a_talk:.2} facts heard in a talk; by day {talks_by_day:?}")?;
        writeln!(out, "feelings        for {:.1} others on average", all.feelings)?;
        let still = &all.still;
        writeln!(out, "longest idle    {} min: {}", still.idle_minutes, still.idle)?;
        writeln!(out, "errands again   {} in a day: {}", still.errands_again, still.errands)?;
        writeln!(out, "longest crowd   {} min in a day: {}", still.crowd_minutes, still.crowd)?;
        writeln!(out, "questions       {:.1} for each person and day", all.calls_per_agent_day)?;
        for (question, count) in &all.calls_by_question {
            writeln!(out, "                {count:>6}  {question}")?;
        }
        for news in &all.news {
            writeln!(out, "\nthe way of {}", news.id)?;
            for one in &news.path {
                let hours = all.calendar.hours(one.tick);
                let from = if one.from.is_empty() { "?" } else { &one.from };
                let how = if one.how == How::Talk { "told" } else { "seen" };
                let words: String = one.words.chars().take(110).collect();
                writeln!(out, "  {hours:>5.1} h  {from} -> {} ({how}): {words}", one.to)?;
            }
        }
        Ok(())
    }
}
