/** The effect of a breaking change on consumers, and the alternative. */
export interface Advice {
  readonly breaks: string
  /** Without a full stop, since another alternative may follow. */
  readonly fix: string
}

/** The advice for the id of a breaking change. */
export function adviceFor(rule: string): Advice {
  return advice[rule] ?? { breaks: 'Callers that rely on it break.', fix: 'Put it back' }
}

/** The meaning of each kind of breaking change, by its id. The documentation lists them. */
export const advice: Readonly<Record<string, Advice>> = {
  'path-removed': { breaks: 'Callers get 404.', fix: 'Put it back' },
  'operation-removed': { breaks: 'Callers get 404 or 405.', fix: 'Put it back' },
  'webhook-removed': { breaks: 'Receivers wait for it and get nothing.', fix: 'Put it back' },
  'operation-id-changed': { breaks: 'Generated clients name their methods after it.', fix: 'Keep the name' },
  'path-parameter-renamed': {
    breaks: 'Generated clients name their arguments after path parameters.',
    fix: 'Keep the names',
  },
  'parameter-removed': { breaks: 'Callers that send it are ignored or rejected.', fix: 'Put it back' },
  'parameter-became-required': { breaks: 'Requests without it are rejected.', fix: 'Make it optional' },
  'parameter-serialization-changed': { breaks: 'It is sent in the old form.', fix: 'Keep the form' },
  'media-type-given': { breaks: 'It is written in the old form.', fix: 'Keep the form' },
  'request-body-removed': { breaks: 'Callers that send a body are ignored or rejected.', fix: 'Put it back' },
  'request-body-became-required': {
    breaks: 'Requests without a body are rejected.',
    fix: 'Make it optional',
  },
  'required-body-added': { breaks: 'Requests without a body are rejected.', fix: 'Make it optional' },
  'media-type-removed': {
    breaks: 'The server does not understand callers that use it.',
    fix: 'Put it back beside the other',
  },
  'encoding-changed': { breaks: 'Parts are written in the old form.', fix: 'Keep the form' },
  'xml-changed': { breaks: 'XML is written and read in the old form.', fix: 'Keep the form' },
  'response-removed': { breaks: 'Callers that wait for this status never see it again.', fix: 'Put it back' },
  'success-status-added': {
    breaks: 'Programs that know the other statuses take it for a failure.',
    fix: 'Use a status that the operation has',
  },
  'response-header-removed': { breaks: 'Callers that read it find nothing.', fix: 'Put it back' },
  'response-header-optional': { breaks: 'Callers that read it may find nothing.', fix: 'Keep it required' },
  'property-removed': { breaks: 'Callers that read it find nothing.', fix: 'Put it back' },
  'property-added-to-closed': {
    breaks: 'Programs that allow no other properties reject the response.',
    fix: 'Leave it out, or open the schema first',
  },
  'sent-property-removed': { breaks: 'The server ignores it without an error.', fix: 'Put it back' },
  'read-only-added': { breaks: 'The value never arrives.', fix: 'Put it into a schema of its own' },
  'required-properties-added': { breaks: 'Requests without them are rejected.', fix: 'Make them optional' },
  'required-properties-removed': {
    breaks: 'Callers that read them may find nothing.',
    fix: 'Keep them required',
  },
  'enum-values-added': {
    breaks: 'Programs that list the values receive an unknown one.',
    fix: 'Add the value where it is sent only, or make the list an open one (x-extensible-enum)',
  },
  'enum-values-removed': { breaks: 'Requests with the old values are rejected.', fix: 'Keep the values' },
  'schema-type-changed': { breaks: 'Programs expect the old type.', fix: 'Add a property with another name' },
  'schema-constraint-changed': {
    breaks: 'Sent values may be rejected, or received values may be unexpected.',
    fix: 'Keep the limit; loosen only sent values, and tighten only received ones',
  },
  'schema-combinator-changed': {
    breaks: 'Sent values may be rejected, or received values may be unexpected.',
    fix: 'Keep the variants; add only to sent values, and remove only from received ones',
  },
  'discriminator-changed': {
    breaks: 'Programs cannot distinguish the variants.',
    fix: 'Keep the property and its values',
  },
  'default-changed': {
    breaks: 'A request without it has another meaning.',
    fix: 'Keep the default',
  },
  'dialect-changed': { breaks: 'Every schema may mean something else.', fix: 'Keep the dialect' },
  'security-requirement-changed': {
    breaks: 'Requests without it are rejected.',
    fix: 'Keep the old credentials sufficient',
  },
  'security-scheme-changed': {
    breaks: 'The server does not find the credentials.',
    fix: 'Keep the scheme',
  },
  'access-narrowed': { breaks: 'Callers that had access are rejected.', fix: 'Keep it as open as it was' },
  'idempotency-lost': {
    breaks: 'A retry after a lost response runs the operation twice.',
    fix: 'Keep it repeatable',
  },
  'server-removed': { breaks: 'Clients that are configured with it cannot connect.', fix: 'Put it back' },
  'servers-overridden': {
    breaks: 'Clients that are configured with the old server cannot connect.',
    fix: 'Keep the old server',
  },
  'sunset-earlier': { breaks: 'Callers have less time than they were promised.', fix: 'Keep the date' },
  'sunset-missing': { breaks: 'Callers do not know how long it works.', fix: 'Add the removal date' },
  'sunset-too-soon': {
    breaks: 'Callers have less time than they were promised.',
    fix: 'Choose a later date',
  },
}
