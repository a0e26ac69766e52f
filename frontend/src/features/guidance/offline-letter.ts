import type { Letter } from './queries';

/** What a topic's own message lacks beside the letter of a situation. */
export const noLetter = {
  language: 'en',
  unreadLanguage: null,
  asked: false,
  situation: null,
  discreet: false,
  bridge: null,
  prayer: null,
  alternatives: [],
  alsoAbout: null,
};

/** The messages that come with the app, in a language. */
const bundled = (language: string) =>
  language === 'es' ? import('@content/guidance.es.json') : import('@content/guidance.json');

/** The bundled message for a topic. The passage changes daily. */
export async function offlineLetter(
  topicId: string,
  language: string,
  now = new Date(),
): Promise<Letter | null> {
  const { default: messages } = await bundled(language);
  const message = messages.find(({ id }) => id === topicId);
  const passages = message?.scripture ?? [];
  const passage = passages[now.getDate() % passages.length];
  if (!message || !passage) return null;
  return {
    topic: {
      id: message.id,
      title: message.title,
      content: message.content,
      scripture: passage,
    },
    ...noLetter,
    language,
    related: messages
      .filter(({ id }) => message.related.includes(id))
      .map(({ id, name }) => ({ id, name })),
    testimonies: [],
    sources: [],
    offline: true,
  };
}
