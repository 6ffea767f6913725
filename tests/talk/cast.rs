//! The people of this test, as a file of their own.

/// One of them.
#[derive(Clone, Debug, Default)]
pub struct Person {
    pub name: String,
    pub age: u32,
    pub pronoun: String,
    pub traits: String,
    pub background: String,
    pub aim: String,
    pub lifestyle: String,
    pub voice: String,
    /// (importance, text, secret).
    pub seeds: Vec<(u8, String, bool)>,
    /// (from, until, what, place, what came of it), in hours.
    pub day: Vec<(u32, u32, String, String, String)>,
    pub nature: u64,
}

pub fn text() -> &'static str {
    include_str!("cast.txt")
}

/// The cast and the places it knows.
pub fn read(text: &str, seed: u64) -> (Vec<Person>, Vec<String>) {
    let (mut people, mut places) = (Vec::<Person>::new(), Vec::new());
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(list) = line.strip_prefix("places: ") {
            places = list.split("; ").map(String::from).collect();
            continue;
        }
        if let Some(head) = line.strip_prefix('@') {
            let field: Vec<String> = head.split('|').map(|part| part.trim().to_string()).collect();
            let nature = (people.len() as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ seed.wrapping_mul(0x2545_f491);
            people.push(Person {
                name: field[0].clone(),
                age: field[1].parse().unwrap(),
                pronoun: field[2].clone(),
                traits: field[3].clone(),
                nature,
                ..Person::default()
            });
            continue;
        }
        let person = people.last_mut().unwrap();
        let (key, rest) = line.split_once(": ").unwrap();
        let field: Vec<&str> = rest.split('|').map(str::trim).collect();
        match key {
            "bg" => person.background = rest.into(),
            "aim" => person.aim = rest.into(),
            "life" => person.lifestyle = rest.into(),
            "voice" => person.voice = rest.into(),
            "seed" | "secret" => person.seeds.push((field[0].parse().unwrap(), field[1].into(), key == "secret")),
            _ => {
                let (from, until) = field[0].split_once('-').unwrap();
                person.day.push((
                    from.parse().unwrap(),
                    until.parse().unwrap(),
                    field[1].into(),
                    field[2].into(),
                    field[3].into(),
                ));
            }
        }
    }
    (people, places)
}

/// The same cast with every proper name, of people and of places, turned into nonsense.
pub fn nonsense(seed: u64) -> String {
    const SYLLABLES: [&str; 14] =
        ["zor", "bli", "quen", "mup", "tra", "vex", "olu", "nim", "gra", "pel", "kad", "rin", "fom", "lath"];
    let mut state = seed.wrapping_add(77);
    let mut word = || {
        let mut word = String::new();
        for _ in 0..3 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            word += SYLLABLES[(state >> 33) as usize % SYLLABLES.len()];
        }
        word[..1].to_uppercase() + &word[1..]
    };
    let (people, places) = read(text(), 0);
    let mut out = text().to_string();
    for person in &people {
        for part in person.name.split(' ') {
            out = out.replace(part, &word());
        }
    }
    let mut sectors: Vec<&str> = places.iter().filter_map(|place| place.split_once(':')).map(|(s, _)| s).collect();
    sectors.dedup();
    for sector in sectors {
        out = out.replace(sector, &format!("{} {}", word(), word()));
    }
    out
}
