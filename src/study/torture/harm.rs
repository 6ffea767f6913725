//! Kills, full disks, damage.

use std::{
    fs,
    panic::{AssertUnwindSafe, catch_unwind},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use super::{Found, Rack};
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
        let save = Save::read(&rack.town)?;
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

/// The same for a copy that takes the place of another file: on a disk of that size, where one can be had.
pub(super) fn full_copy(rack: &Rack) -> Found {
    let (disk, save) = (rack.folder.join("disk"), Save::read(&rack.town)?);
    let whole = fs::metadata(&rack.town).map_or(0, |about| about.len());
    let failed = |why: std::io::Error| TownError::Message(format!("{} cannot be made: {why}", disk.display()));
    fs::create_dir_all(&disk).map_err(failed)?;
    let run = |program: &str, arguments: &[&str]| {
        let done = Command::new(program).args(arguments).arg(&disk).stderr(Stdio::null()).status();
        done.is_ok_and(|status| status.success())
    };
    let (mut full, mut bad) = (0, 0);
    for n in 0..rack.times {
        let size = 200_000 + (whole * 5 / 2) * u64::from(n) / u64::from(rack.times.max(1));
        if !run("mount", &["-t", "tmpfs", "-o", &format!("size={size}"), "tmpfs"]) {
            return Ok(("no disk of a size can be had here".into(), "as it was, and said".into(), true));
        }
        let old = disk.join("quick.town");
        let before = b"what was there before".to_vec();
        let copied = fs::write(&old, &before).map_err(failed).and_then(|()| Ok(save.copy_to(&old)?));
        let fine = match &copied {
            Ok(()) => Save::read(&old).is_ok_and(|copy| copy.meta() == save.meta()),
            Err(_) => fs::read(&old).is_ok_and(|there| there == before),
        };
        full += u32::from(copied.is_err());
        bad += u32::from(!fine);
        run("umount", &[]);
    }
    let found = format!("{} sizes, {full} too small: {bad} files not as they were", rack.times);
    Ok((found, "as it was, and said".into(), bad == 0))
}

/// Changes bytes by chance: the file opens, or says what is wrong with it.
pub(super) fn damage(rack: &Rack) -> Found {
    let whole = fs::read(&rack.town).map_err(|why| TownError::Message(format!("the save cannot be read: {why}")))?;
    let (mut dice, mut panics, mut refused, mut touched) = (Dice::new(rack.seed), 0, 0, 0);
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
            headless::app(&options, rack.data).map(drop).is_err() || shown
        }));
        match tried {
            Ok(is_refused) => refused += u32::from(is_refused),
            Err(_) => panics += 1,
        }
        touched += u32::from(fs::read(&file).is_ok_and(|after| after != bytes));
    }
    let found = format!("{} files: {refused} refused, {panics} panics, {touched} written into", rack.times * 5);
    Ok((found, "no panic, the file untouched".into(), panics + touched == 0))
}
