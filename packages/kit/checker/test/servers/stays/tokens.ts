/** Tokens of two roles and of another hotel. */
export const tokens = {
  manager: 'hs_9fKq2Lm7Vx4T',
  desk: 'hs_3bRt8Wc1Zy6N',
  hill: 'hs_5dPu0Jg4Hs2M',
} as const

/** A key of an agency that works with the first hotel. */
export const partnerKey = 'pk_7Yd2QeB4uS9a'
