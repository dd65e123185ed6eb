/** What a breaking change does to whom, and what to do instead; both fit into one sentence each. */
export interface Advice {
  readonly breaks: string
  /** Without the full stop, to be followed by another way out. */
  readonly mend: string
}

/** The advice for a rule of Redocly's `diff-recommended` or a check of ours; a general one for a rule unknown here. */
export function adviceFor(rule: string): Advice {
  return advice[rule] ?? { breaks: 'Whoever relies on what it was is broken.', mend: 'Put it back' }
}

const advice: Readonly<Record<string, Advice>> = {
  'operation-removed': { breaks: 'Whoever calls it gets 404 or 405.', mend: 'Put it back' },
  'path-removed': { breaks: 'Whoever calls it gets 404.', mend: 'Put it back' },
  'operation-id-changed': {
    breaks: 'Generated clients name their methods after it.',
    mend: 'Keep the name',
  },
  'parameter-removed': { breaks: 'Whoever sends it is ignored or refused.', mend: 'Put it back' },
  'parameter-became-required': { breaks: 'Requests without it are refused.', mend: 'Make it optional' },
  'parameter-serialization-changed': { breaks: 'It is sent in the old form.', mend: 'Keep the form' },
  'request-body-removed': { breaks: 'Whoever sends a body is ignored or refused.', mend: 'Put it back' },
  'request-body-became-required': {
    breaks: 'Requests without a body are refused.',
    mend: 'Make it optional',
  },
  'required-properties-added': { breaks: 'Requests without them are refused.', mend: 'Make them optional' },
  'required-properties-removed': {
    breaks: 'Whoever reads them may find nothing.',
    mend: 'Keep them required',
  },
  'property-removed': { breaks: 'Whoever reads it finds nothing.', mend: 'Put it back' },
  'response-removed': { breaks: 'Whoever waits for this status does not see it again.', mend: 'Put it back' },
  'response-header-removed': { breaks: 'Whoever reads it finds nothing.', mend: 'Put it back' },
  'media-type-removed': {
    breaks: 'Whoever speaks it is not understood.',
    mend: 'Put it back beside the other',
  },
  'enum-values-added': {
    breaks: 'Programs that list the values meet one that they do not know.',
    mend: 'Add the value where it is sent only, or make the field an open string',
  },
  'enum-values-removed': { breaks: 'Requests with the old values are refused.', mend: 'Keep the values' },
  'schema-type-changed': { breaks: 'Programs expect the old type.', mend: 'Add a field of another name' },
  'schema-constraint-changed': {
    breaks: 'What was sent may be refused, or what comes may be unexpected.',
    mend: 'Keep the limit; loosen only what is sent and tighten only what is answered',
  },
  'schema-combinator-changed': {
    breaks: 'What was sent may be refused, or what comes may be unexpected.',
    mend: 'Keep the variants; add only to what is sent and drop only from what is answered',
  },
  'security-requirement-changed': {
    breaks: 'Requests without it are refused.',
    mend: 'Keep what was enough',
  },
  'security-scheme-changed': {
    breaks: 'Credentials go where nobody looks for them.',
    mend: 'Keep the scheme',
  },
  'server-removed': { breaks: 'Whoever is configured with it reaches nobody.', mend: 'Put it back' },

  'access-narrowed': { breaks: 'Callers that were let in are refused.', mend: 'Keep it as open as it was' },
  'default-changed': {
    breaks: 'A request that leaves it out means something else than before.',
    mend: 'Keep the default',
  },
  'discriminator-changed': {
    breaks: 'Programs cannot tell the variants apart.',
    mend: 'Keep the field and its values',
  },
  'idempotency-lost': {
    breaks: 'Clients that repeat a request after a lost answer have it carried out twice.',
    mend: 'Keep it repeatable',
  },
  'media-type-given': { breaks: 'It is written in the old form.', mend: 'Keep the form' },
  'path-parameter-renamed': {
    breaks: 'Generated clients name their arguments after path parameters.',
    mend: 'Keep the names',
  },
  'read-only-added': { breaks: 'It is lost on its way.', mend: 'Put it in a schema of its own' },
  'required-body-added': { breaks: 'Requests without a body are refused.', mend: 'Make it optional' },
  'response-header-optional': {
    breaks: 'Whoever reads it may find nothing.',
    mend: 'Keep it required',
  },
  'sent-property-removed': {
    breaks: 'Whoever sends it is ignored, and is not told.',
    mend: 'Put it back',
  },
  'servers-overridden': {
    breaks: 'Whoever is configured with the old server reaches nobody.',
    mend: 'Leave it where it is',
  },
  'success-status-added': {
    breaks: 'Programs that wait for the statuses they know take it for a failure.',
    mend: 'Answer with a status that it has',
  },
}
