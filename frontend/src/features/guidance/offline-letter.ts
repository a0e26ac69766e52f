import topics from '@content/topics.json';
import type { Letter } from './queries';

/** What a topic's own message lacks beside the letter of a situation. */
export const noLetter = {
  unreadLanguage: null,
  asked: false,
  situation: null,
  discreet: false,
  bridge: null,
  prayer: null,
  alternatives: [],
  alsoAbout: null,
};

/** The bundled message for a topic. The passage changes daily. */
export async function offlineLetter(topicId: string, now = new Date()): Promise<Letter | null> {
  const { default: messages } = await import('@content/guidance.json');
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
    related: topics.filter(({ id }) => message.related.includes(id)),
    testimonies: [],
    sources: [],
    offline: true,
  };
}
