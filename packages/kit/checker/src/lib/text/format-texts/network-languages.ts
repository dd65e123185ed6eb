import type { FormatLanguage } from './format-language.ts'

const TLD = '(?:com|org|net)'
const NAME = '[a-z][a-z0-9]{0,9}'
const LABEL = '[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?'
const HEX_GROUP = '[1-9a-f][0-9a-f]{0,3}'
const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'

const email: FormatLanguage = {
  taken: [
    `^[a-z][a-z0-9]{0,11}(?:\\.[a-z][a-z0-9]{0,7})?@${NAME}\\.${TLD}$`,
    `^(?!.*--)[A-Za-z](?:[A-Za-z0-9_+-]{0,62}[A-Za-z0-9])?@(?:${LABEL}\\.){1,2}[a-z]{2,61}$`,
    `^(?!.*--)[A-Za-z0-9](?:[A-Za-z0-9_+-]|\\.(?!\\.)){0,40}[A-Za-z0-9]@[A-Za-z0-9](?:[A-Za-z0-9-]{0,20}[A-Za-z0-9])?(?:\\.[A-Za-z][A-Za-z0-9]{1,20}){1,3}$`,
  ],
  envelope: '@',
  refused: ['^[a-z]+(?:[ -][a-z]+)*$', '^[^@]+$', '^[^@]*$', '^[a-z]*@+$', ' .* |@.*@.*@'],
  blatant: ['not-an-email', 'user.example.com'],
  near: ['@', 'user@', '@example.com', 'user name@example.com', 'user@exam ple.com', 'user@example..com'],
}

const hostname: FormatLanguage = {
  taken: [
    `^(?:${NAME}\\.){1,2}${TLD}$`,
    `^${NAME}$`,
    `^(?!.*--)(?:${LABEL}\\.){0,3}[a-z](?:[a-z0-9-]{0,59}[a-z0-9])?$`,
  ],
  envelope: '^[^ !@#$%^&*()+={}|\\\\;:"\'<>,?/]+$',
  refused: [
    '^[a-z]+(?: [a-z]+)*!$',
    '^[a-z0-9.-]*[ !@#][a-z0-9 !@#.-]*$',
    '[ !@#$%^&*()+={}|\\\\;"<>,?]',
    '^-|-$|\\.\\.',
    '^$',
  ],
  blatant: ['not a host!', '@@'],
  near: [
    '-example.com',
    'example-.com',
    'exa mple.com',
    'example..com',
    '.example.com',
    `${'a'.repeat(64)}.com`,
  ],
}

/** Names and addresses of mail and of hosts (RFC 5321, 1123, 5890, 2673, 4291), and UUIDs (RFC 9562). */
export const networkLanguages: Readonly<Record<string, FormatLanguage>> = {
  email,
  'idn-email': { ...email, taken: [...email.taken, `^[a-zäöüé][a-z0-9äöüé]{0,11}@${NAME}\\.${TLD}$`] },
  hostname,
  'idn-hostname': { ...hostname, taken: [...hostname.taken, `^[a-zäöüé][a-z0-9äöüé]{0,11}\\.${TLD}$`] },
  ipv4: {
    taken: [`^${OCTET}(?:\\.${OCTET}){3}$`],
    envelope: '^\\d{1,3}(?:\\.\\d{1,3}){3}$',
    refused: ['^[a-z]+(?:[ -][a-z]+)*$', '^(?:[3-9]\\d\\d)(?:\\.[3-9]\\d\\d){3}$', '[a-zA-Z !@#]', '^$'],
    blatant: ['not-an-ip', 'localhost'],
    near: ['256.256.256.256', '1.2.3', '1.2.3.4.5', '1.2.3.a', '1.2.3.'],
  },
  ipv6: {
    taken: [
      `^(?:2001:db8:${HEX_GROUP}:${HEX_GROUP}:${HEX_GROUP}:${HEX_GROUP}:${HEX_GROUP}:${HEX_GROUP}|2001:db8::${HEX_GROUP}|fe80::${HEX_GROUP}|::1)$`,
      `^(?:(?:${HEX_GROUP}:){7}${HEX_GROUP}|(?:${HEX_GROUP}:){1,2}(?::${HEX_GROUP}){1,4}|::(?:${HEX_GROUP}:){0,4}${HEX_GROUP}|(?:${HEX_GROUP}:){1,5}:)$`,
      '^(?:[0-9A-Fa-f]{1,4}:){7}[0-9A-Fa-f]{1,4}$',
    ],
    envelope: '^[\\dA-Fa-f:.]*:[\\dA-Fa-f:.]*$',
    refused: ['^[g-z]+(?:[ -][g-z]+)*$', '^[^:]*$', '[g-zG-Z !@#]'],
    blatant: ['not-an-ip', 'localhost'],
    near: ['2001:db8::zzzz', '1:2:3:4:5:6:7', '1::2::3', '12345::', '1.2.3.4', ':::'],
  },
  uuid: {
    taken: [
      '^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$',
      '^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$',
      '^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[1-8][0-9A-Fa-f]{3}-[89ABab][0-9A-Fa-f]{3}-[0-9A-Fa-f]{12}$',
      '^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$',
    ],
    envelope: '^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$',
    refused: [
      '^[g-z]+(?:[ -][g-z]+)*$',
      '^[^-]*[g-zG-Z][^-]*$',
      '^[0-9a-f]{1,20}$',
      '[g-zG-Z !@#]',
      '^.{0,31}$',
      '^.{39,}$',
    ],
    blatant: ['not-a-uuid', '1'],
    near: [
      '123e4567-e89b-42d3-a456-42661417400',
      '123e4567-e89b-42d3-a456-4266141740000',
      '123e4567-e89b-42d3-a456-42661417400g',
      '123e4567e89b-42d3-a456-426614174000-',
    ],
  },
}
