import topics from '@content/topics.json';
import type { Letter } from './queries';

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
      situation: null,
      title: message.title,
      content: message.content,
      bridge: null,
      scripture: passage,
      prayer: null,
    },
    similar: [],
    also: null,
    related: topics.filter(({ id }) => message.related.includes(id)),
    testimonies: [],
    sources: [],
    offline: true,
  };
}
