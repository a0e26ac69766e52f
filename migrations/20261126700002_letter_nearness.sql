-- How often readers said that a letter with its passage was near to what they carry, and how often not quite. There is
-- no person, no time and no word of anybody in it.
create table letter_nearness (
    -- The slug of a situation, or of a topic if no situation was told.
    letter text not null,
    -- The passage, such as `Psalm 34:18`; empty if it was none that the letter's editors chose.
    passage text not null,
    near bigint not null default 0,
    not_quite bigint not null default 0,
    primary key (letter, passage)
);
