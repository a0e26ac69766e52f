//! The set of facts about one word, packed into a number.

/// What the dictionaries say about a word.
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
    /// The first word of a place whose name has several.
    PLACE_START = 9;
    /// Capitalised wherever it stands in the Bible.
    BIBLE_NAME = 10;
    /// Written without a capital in the Bible.
    BIBLE_WORD = 11;
    /// A relation: husband, sister.
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
    /// Ends the name of another body.
    INSTITUTION = 26;
    /// Ends the name of a street.
    STREET = 27;
    /// A name which is also a word of everyday or of faith.
    VIRTUE = 28;
    /// Keeps its capital without being a secret.
    KEPT = 29;
    /// A country.
    COUNTRY = 30;
    /// A state, county or quarter.
    REGION = 31;
    /// A person of the Bible whom few living people are named after, or whom everybody thinks of first.
    BIBLE_SURE = 32;
    /// Another person of the Bible.
    BIBLE_PEOPLE = 33;
    /// A place of the Bible.
    BIBLE_PLACE = 34;
    /// Shows that the Bible is spoken of.
    BIBLE_CUE = 35;
    /// Stands before a person of the Bible.
    BIBLE_BEFORE = 36;
    /// Shows that one's own life is spoken of.
    LIFE_CUE = 37;
    /// A book of the Bible.
    BOOK = 38;
    /// The first word of a phrase which must stay.
    PHRASE_START = 39;
    /// A virtue or another thing that is told of in general, and a name besides.
    ABSTRACT = 40;
}

impl Facts {
    /// Whether any of `others` holds.
    pub const fn any(self, others: Self) -> bool {
        self.0 & others.0 != 0
    }

    /// Both sets together.
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// What both sets have.
    pub const fn both(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// How rare the word is in English: 1 most common to 8 rarest, 0 not English.
    pub const fn tier(self) -> u8 {
        (self.0 & 0xf) as u8
    }

    /// How large the largest place of this name is: 0 no place, 1 a hamlet, 5 a city.
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

    /// Whether the word belongs to English at all, as far as the lists know.
    pub const fn is_english(self) -> bool {
        self.tier() != 0 || self.any(Self::BIBLE_WORD.and(Self::KEPT))
    }

    /// Whether the word is among the few thousand which everybody uses.
    pub const fn is_common(self) -> bool {
        matches!(self.tier(), 1 | 2)
    }

    /// Whether some list calls it a person's name.
    pub const fn is_name(self) -> bool {
        self.any(Self::GIVEN.and(Self::SURNAME))
    }

    /// Whether it ends an organisation's name.
    pub const fn ends_organisation(self) -> bool {
        self.any(
            Self::CHURCH
                .and(Self::SCHOOL)
                .and(Self::HOSPITAL)
                .and(Self::COMPANY)
                .and(Self::INSTITUTION),
        )
    }

    /// Whether the Bible has a person or place of this name which readers know.
    pub const fn is_biblical(self) -> bool {
        self.any(Self::BIBLE_SURE.and(Self::BIBLE_PEOPLE).and(Self::BIBLE_PLACE))
    }
}
