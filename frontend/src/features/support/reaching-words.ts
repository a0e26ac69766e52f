/** Text of the help page, with common reasons against calling, answered briefly. */
export const support = {
  title: 'Instant Support',
  urgentBefore: 'For life-threatening emergencies, ',
  urgentAfter: ' now. Everyone below is there 24/7.',
  urgentElsewhere: 'For life-threatening emergencies, call your local emergency number now.',
  always: 'Help is always available. You can come back at any time for spiritual guidance.',

  leaving: 'Leave quickly also signs me out',
  leavingHint:
    'Here, the next time this site is opened. Uncheck it only if nobody else uses this device.',

  hard: 'What might make it hard to reach out?',
  doubts: [
    [
      'I don’t want to be a burden.',
      'The people who answer chose to be there. They would rather hear from you too early than too late.',
    ],
    [
      'I wouldn’t know what to say.',
      'You can begin with “I don’t know what to say.” They are used to it, and they will ask the next question.',
    ],
    [
      'They might send the police.',
      'Most calls and texts are a conversation and nothing more. Emergency services are called when a life is in immediate danger and there is no other way to keep you safe. You can ask them how they decide.',
    ],
    [
      'It is not bad enough.',
      'There is no threshold. If it hurts enough to wonder, it is enough to call.',
    ],
    [
      'I should be able to pray this away.',
      'Asking a person for help is not a lack of faith. God has often answered a prayer by sending somebody.',
    ],
  ] as readonly (readonly [string, string])[],
  message: 'A message you could send',
  messageText:
    'To a friend, a pastor, anybody you trust. It opens in your own messaging app, and you choose who gets it. If someone else reads your phone, call instead, or delete the message afterwards.',
  messages: [
    'I’m having a hard time and I don’t want to be alone with it. Can you call me?',
    'I’m not safe by myself right now. Can you come, or stay on the phone with me?',
    'You don’t have to fix anything. Could you just write back so I know you’re there?',
  ],
};
