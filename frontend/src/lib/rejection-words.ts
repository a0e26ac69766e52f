import { named } from './language';

/**
 * Templates of the notes with which staff reject a story: thanks, the obstacle, and what would help. A note is stored as
 * staff sent it, in English, and shown in the language of the app as long as it is such a template word for word.
 *
 * A template that changes is a new one for the notes that are stored: those of the old one are then shown in English.
 */
export const rejection = named('lib/rejection', {
  recognized:
    'Thank you for trusting us with your story. Some details in it could still show who you are, and we want you to be safe. You are welcome to send it again with fewer details.',
  aboutOthers:
    'Thank you for writing. This story says so much about another person that they could be recognized, and that could come back to you. You are welcome to send it again. You do not need to leave out what was done to you. Leave out only what shows who they are.',
  advice:
    'Thank you for sharing what you went through. Some of the advice in it could hurt a reader who is in a hard place, so we cannot publish it as it is. You are welcome to send it again without that part.',
  notAStory:
    'Thank you for writing to us. Here we share what people went through and what helped them. If you would like to tell us that, we would be glad to read it.',
  offers:
    'Thank you for writing. We cannot publish offers or links. If there is a story of your own behind it, we would be glad to read it.',
});
