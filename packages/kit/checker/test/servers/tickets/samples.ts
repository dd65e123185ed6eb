/** A smallest ticket. */
export const ticket = {
  subject: 'No door',
  channel: { type: 'email', address: 'kim@office.example' },
} as const
