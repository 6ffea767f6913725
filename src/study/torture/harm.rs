//! Kills, full disks, damage.

use std::{
    ffi::OsStr,
    fs,
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use super::{Found, Rack, SHORT};
use crate::{
    headless,
    mind::dice::Dice,
    save::{Recorder, Save, SaveError},
    town::{Options, TownError},
};

/// Kills a run at moments by chance; what a look at the file had shown before must be in it afterwards.
pub(super) fn kill(rack: &Rack) -> Found {
    let program =
        std::env::current_exe().map_err(|why| TownError::Message(format!("this program is nowhere: {why}")))?;
    let (mut dice, mut lost, mut unread, mut further) = (Dice::new(rack.seed), 0, 0, 0);
    for n in 0..rack.times {
        let file = rack.file(&format!("killed {n}.town"));
        let hours = rack.hours.to_string();
        let mut child = Command::new(&program)
            .args(["run", "--scenario", &rack.scenario, "--hours", &hours, "--save"])
            .arg(&file)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|why| TownError::Message(format!("no process can be started: {why}")))?;
        let end = Instant::now() + Duration::from_millis(300 + dice.below(3000) as u64);
        let mut shown = 0;
        while Instant::now() < end {
            shown = Save::glance(&file).map_or(shown, |meta| meta.tick);
            thread::sleep(Duration::from_millis(5));
        }
        let _ = child.kill();
        let _ = child.wait();
        match Save::read(&file).and_then(|save| Ok((save.meta().tick, save.standing(save.meta().tick)?))) {
            Ok((tick, _)) => {
                lost += u32::from(tick < shown);
                further += u32::from(tick > 0);
            }
            // Nothing had been shown: it may not have begun.
            Err(SaveError::Missing(_) | SaveError::NotATown(_)) if shown == 0 => {}
            Err(_) => unread += 1,
        }
        let _ = fs::remove_file(file);
    }
    let found =
        format!("{} kills, {further} into a lived town: {lost} lost something, {unread} unreadable", rack.times);
    Ok((found, "nothing lost, all readable".into(), lost + unread == 0))
}

/// Lets a disk be full at one size after another while a save is written.
pub(super) fn full_append(rack: &Rack) -> Found {
    let (mut full, mut bad) = (0, Vec::new());
    let mut app = headless::app(&rack.options(), rack.data)?;
    let begun = Recorder::begin(app.world_mut()).take();
    let (meta, journal) = {
        let save = Save::read(&rack.short)?;
        (save.meta().clone(), save.journal()?)
    };
    for n in 0..rack.times {
        let file = rack.file("full.town");
        let mut save = Save::create(&file, &meta)?;
        save.limit_pages(n * 4 + 20)?;
        let (written, tick) = (save.append(&journal, meta.tick, &begun), save.meta().tick);
        drop(save);
        full += u32::from(written.is_err());
        let is_whole = Save::read(&file)
            .and_then(|save| save.journal())
            .is_ok_and(|read| read.hash() == journal.before(tick).hash());
        if !is_whole || !matches!(written, Ok(()) | Err(SaveError::Full(_))) {
            bad.push(n);
        }
        let _ = fs::remove_file(file);
    }
    let found = format!("{} sizes, {full} too small: {} files not as they were", rack.times, bad.len());
    Ok((found, "as it was, and said".into(), bad.is_empty()))
}

/// Disks of one size after another, from next to nothing to more than is needed: `tried` does something there, and says
/// whether all was as it should be, and whether there was room.
fn full(rack: &Rack, most: u64, mut tried: impl FnMut(&Path) -> Result<(bool, bool), TownError>) -> Found {
    let disk = rack.folder.join("disk");
    fs::create_dir_all(&disk).map_err(|why| TownError::Message(format!("{} cannot be made: {why}", disk.display())))?;
    let run = |program: &str, arguments: &[&str]| {
        let done = Command::new(program).args(arguments).arg(&disk).stderr(Stdio::null()).status();
        done.is_ok_and(|status| status.success())
    };
    let (mut small, mut bad) = (0, 0);
    for n in 0..rack.times {
        let size = 40_000 + most * u64::from(n) / u64::from(rack.times.max(1));
        if !run("mount", &["-t", "tmpfs", "-o", &format!("size={size}"), "tmpfs"]) {
            return Ok(("no disk of a size can be had here".into(), "as it was, and said".into(), true));
        }
        let tried = tried(&disk);
        run("umount", &[]);
        let (is_well, had_room) = tried?;
        small += u32::from(!had_room);
        bad += u32::from(!is_well);
    }
    let found = format!("{} sizes, {small} too small: {bad} not as they should be", rack.times);
    Ok((found, "as it was, and said".into(), bad == 0))
}

/// The program itself, told to do something; whether it did, and what it said.
fn run(arguments: &[&OsStr]) -> Result<(bool, String), TownError> {
    let program = std::env::current_exe().and_then(|program| Command::new(program).args(arguments).output());
    let out = program.map_err(|why| TownError::Message(format!("this program cannot be started: {why}")))?;
    Ok((out.status.success(), String::from_utf8_lossy(&out.stderr).into_owned()))
}

/// Lives a town in a save on a disk that gets full: what has been written can be read.
pub(super) fn full_life(rack: &Rack) -> Found {
    let size = fs::metadata(&rack.short).map_or(0, |about| about.len());
    full(rack, size * 3, |disk| {
        let file = disk.join("life.town");
        let (hours, seed) = (rack.hours.min(SHORT).to_string(), rack.seed.to_string());
        let town = ["run", "--scenario", &rack.scenario, "--seed", &seed, "--hours", &hours, "--save"].map(OsStr::new);
        let (had_room, said) = run(&[&town[..], &[file.as_os_str()]].concat())?;
        // Somebody makes room, or copies it elsewhere.
        let copy = rack.file("life.town");
        let _ = fs::remove_file(&copy);
        let copied = fs::copy(&file, &copy).is_ok();
        let beside = [file.with_file_name("life.town-wal"), copy.with_file_name("life.town-wal")];
        let _ = fs::remove_file(&beside[1]);
        let _ = fs::copy(&beside[0], &beside[1]);
        let read = Save::read(&copy).and_then(|save| {
            let (tick, journal) = (save.meta().tick, save.journal()?);
            Ok((tick == 0 || !save.standing(tick)?.parts.is_empty(), journal.hash()))
        });
        let journal = Save::read(&rack.short).and_then(|save| save.journal())?;
        let is_whole = match (read, Save::glance(&copy)) {
            (Ok((is_whole, hash)), Ok(meta)) => is_whole && hash == journal.before(meta.tick).hash(),
            // It had not begun.
            (Err(SaveError::Missing(_) | SaveError::NotATown(_)), _) => !had_room,
            _ => !copied,
        };
        Ok((is_whole && is_told(had_room, &said), had_room))
    })
}

/// Whether a command that had no room says so in words for people.
fn is_told(had_room: bool, said: &str) -> bool {
    (had_room || said.contains("disk is full") || said.contains("No space")) && !said.contains("panicked")
}

/// Copies a save in the place of another file: that is as it was, or is the copy.
pub(super) fn full_copy(rack: &Rack) -> Found {
    let save = Save::read(&rack.short)?;
    let size = fs::metadata(&rack.short).map_or(0, |about| about.len());
    full(rack, size * 5 / 2, |disk| {
        let (old, before) = (disk.join("quick.town"), b"what was there before".to_vec());
        if fs::write(&old, &before).is_err() {
            return Ok((true, false));
        }
        let copied = save.copy_to(&old);
        let is_well = match &copied {
            Ok(()) => Save::read(&old).is_ok_and(|copy| copy.meta().tick == save.meta().tick && copy.journal().is_ok()),
            Err(_) => fs::read(&old).is_ok_and(|there| there == before),
        };
        Ok((is_well, copied.is_ok()))
    })
}

/// Exports a save, as tables and as a page: all of it, or a sentence; the save stays as it is.
pub(super) fn full_export(rack: &Rack) -> Found {
    let bytes = || fs::read(&rack.short).ok();
    let (before, mut turn) = (bytes(), 0);
    full(rack, before.as_ref().map_or(0, Vec::len) as u64 * 2, |disk| {
        turn += 1;
        let (option, to) = if turn % 2 == 0 { ("--out", disk.join("all")) } else { ("--html", disk.join("page.html")) };
        let (had_room, said) = run(&["export".as_ref(), rack.short.as_ref(), option.as_ref(), to.as_ref()])?;
        let left = to.extension().is_some() && !had_room && to.exists();
        Ok((is_told(had_room, &said) && !left && bytes() == before, had_room))
    })
}

/// Changes bytes by chance: the file opens and is the same town, or says what is wrong with it.
pub(super) fn damage(rack: &Rack) -> Found {
    let whole = fs::read(&rack.short).map_err(|why| TownError::Message(format!("the save cannot be read: {why}")))?;
    let (mut dice, mut panics, mut refused, mut touched, mut others) = (Dice::new(rack.seed), 0, 0, 0, 0);
    let town = |path: &Path| {
        let save = Save::read(path)?;
        let stood = save.standing(save.meta().tick)?;
        Ok::<_, SaveError>((save.journal()?.hash(), stood.tick, stood.parts, stood.memories))
    };
    let whole_town = town(&rack.short)?;
    let file = rack.file("damaged.town");
    for _ in 0..rack.times * 5 {
        let mut bytes = whole.clone();
        for _ in 0..=dice.below(8) {
            let at = dice.below(bytes.len().max(1));
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 1 << dice.below(8);
            }
        }
        if fs::write(&file, &bytes).is_err() {
            continue;
        }
        let options = Options { load: Some(file.clone()), threads: 1, ..Options::default() };
        let tried = catch_unwind(AssertUnwindSafe(|| {
            let shown = headless::recorded(&file, 1, rack.data).map(drop).is_err();
            let is_refused = headless::app(&options, rack.data).map(drop).is_err() || shown;
            (is_refused, !is_refused && town(&file).is_ok_and(|town| town != whole_town))
        }));
        match tried {
            Ok((is_refused, is_other)) => {
                refused += u32::from(is_refused);
                others += u32::from(is_other);
            }
            Err(_) => panics += 1,
        }
        touched += u32::from(fs::read(&file).is_ok_and(|after| after != bytes));
    }
    let found = format!(
        "{} files: {refused} refused, {others} another town, {panics} panics, {touched} written into",
        rack.times * 5
    );
    Ok((found, "the same town or a sentence, the file untouched".into(), others + panics + touched == 0))
}
