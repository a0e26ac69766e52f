//! The facts about one word, as a bit set.

/// The dictionary facts of a word: flags, a rarity tier and a place size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts(pub u64);

macro_rules! facts {
    ($($(#[$doc:meta])* $name:ident = $bit:expr;)*) => {
        impl Facts {
            $($(#[$doc])* pub const $name: Self = Self(1 << $bit);)*
        }
    };
}

facts! {
    /// A given name or nickname.
    GIVEN = 4;
    /// A family name.
    SURNAME = 5;
    /// The first word of a multi-word place name.
    PLACE_START = 9;
    /// Always capitalised in the Bible.
    BIBLE_NAME = 10;
    /// Occurs in lower case in the Bible.
    BIBLE_WORD = 11;
    /// Kinship: husband, sister.
    KINSHIP = 12;
    /// A title or role: pastor, doctor.
    TITLE = 13;
    /// Named, called.
    NAMING = 14;
    /// Something a person does: said, drove.
    SPEECH = 15;
    /// A preposition of place.
    LOCATIVE = 16;
    /// Moving, living, being born.
    MOVEMENT = 17;
    /// An article or the like.
    DETERMINER = 18;
    /// My, your, her.
    POSSESSIVE = 19;
    /// I, you, she.
    PRONOUN = 20;
    /// And, or.
    CONJUNCTION = 21;
    /// Ends the name of a church.
    CHURCH = 22;
    /// Ends the name of a school.
    SCHOOL = 23;
    /// Ends the name of a hospital.
    HOSPITAL = 24;
    /// Ends the name of a company.
    COMPANY = 25;
    /// Ends the name of another organisation.
    INSTITUTION = 26;
    /// Ends the name of a street.
    STREET = 27;
    /// A name that is also a word of everyday life or of faith.
    VIRTUE = 28;
    /// Capitalised without being a personal detail.
    KEPT = 29;
    /// A country.
    COUNTRY = 30;
    /// A state, county or quarter.
    REGION = 31;
    /// A person of the Bible who is rarely a namesake, or who is meant by default.
    BIBLE_SURE = 32;
    /// Another person of the Bible.
    BIBLE_PEOPLE = 33;
    /// A place of the Bible.
    BIBLE_PLACE = 34;
    /// Indicates that the sentence is about the Bible.
    BIBLE_CUE = 35;
    /// Precedes a person of the Bible.
    BIBLE_BEFORE = 36;
    /// Indicates that the sentence is about the author's own life.
    LIFE_CUE = 37;
    /// A book of the Bible.
    BOOK = 38;
    /// The first word of a phrase that is never redacted.
    PHRASE_START = 39;
    /// A virtue or another abstract noun that is also a name.
    ABSTRACT = 40;
}

impl Facts {
    /// Whether any of `others` holds.
    pub const fn any(self, others: Self) -> bool {
        self.0 & others.0 != 0
    }

    /// The union of both sets.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The intersection of both sets.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The rarity of the word in English: 1 most common to 8 rarest, 0 not English.
    pub const fn tier(self) -> u8 {
        (self.0 & 0xf) as u8
    }

    /// The size of the largest place of this name: 0 no place, 1 a hamlet, 5 a city.
    pub const fn place(self) -> u8 {
        ((self.0 >> 6) & 7) as u8
    }

    /// The facts of an English word of this rarity.
    pub const fn of_tier(tier: u8) -> Self {
        Self((tier & 0xf) as u64)
    }

    /// The facts of a place of this size.
    pub const fn of_place(size: u8) -> Self {
        Self(((size & 7) as u64) << 6)
    }

    /// Whether the word is English, as far as the lists know.
    pub const fn is_english(self) -> bool {
        self.tier() != 0 || self.any(Self::BIBLE_WORD.union(Self::KEPT))
    }

    /// Whether the word is among the few thousand most common ones.
    pub const fn is_common(self) -> bool {
        matches!(self.tier(), 1 | 2)
    }

    /// Whether a list has it as a person's name.
    pub const fn is_name(self) -> bool {
        self.any(Self::GIVEN.union(Self::SURNAME))
    }

    /// Whether it ends an organisation's name.
    pub const fn ends_organisation(self) -> bool {
        self.any(
            Self::CHURCH
                .union(Self::SCHOOL)
                .union(Self::HOSPITAL)
                .union(Self::COMPANY)
                .union(Self::INSTITUTION),
        )
    }

    /// Whether it is the name of a well-known person or place of the Bible.
    pub const fn is_biblical(self) -> bool {
        self.any(Self::BIBLE_SURE.union(Self::BIBLE_PEOPLE).union(Self::BIBLE_PLACE))
    }
}
