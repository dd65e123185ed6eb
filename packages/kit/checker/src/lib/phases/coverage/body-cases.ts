import {
  boundaryValues,
  brokenValues,
  templateValue,
  type ScenarioValue,
} from '../../arbitraries/boundary-values.ts'
import type { ApiBody, ApiMedia, ApiOperation } from '../../document/api-document.ts'
import { isValid } from '../../schema/evaluate.ts'
import { appendTokens } from '../../schema/json-pointer.ts'
import type { Json } from '../../schema/json.ts'
import type { ScenarioDraft } from '../case-draft.ts'
import { breaksOnly } from '../breaks-only.ts'
import { graftWhere } from '../graft-scenario.ts'
import { withBody } from '../with-value.ts'
import { withoutExtras } from '../without-extras.ts'

const direction = 'request'

/** Scenarios about which properties are there, not about their values; a plain valid object has those that it must have. */
const presence = new Set(['valid_object', 'object_only_required', 'object_required_and_optional'])

/** The body at each of its boundaries, broken in each of its statements, and left out; for every documented media type. */
export const bodyCases = (operation: ApiOperation): readonly ScenarioDraft[] => {
  const { body } = operation
  return body === undefined ? [] : [...body.media.flatMap(mediaCases), leftOut(body)]
}

const mediaCases = ({ schema, contentType }: ApiMedia): ScenarioDraft[] => {
  if (schema === undefined) return []
  const template = templateValue(schema, { direction })
  const toDraft = (
    entry: ScenarioValue,
    mode: ScenarioDraft['mode'],
    fits: (value: Json) => boolean,
  ): ScenarioDraft => ({
    scenario: entry.scenario,
    mode,
    target: {
      location: 'body',
      name: '',
      keyword: entry.keyword,
      pointer: entry.pointer,
      documentUri: entry.documentUri,
    },
    apply: (working) => {
      const known = working.body?.contentType === contentType ? working.body.value : template
      const baseline = presence.has(entry.scenario) ? withoutExtras(template, entry.value, known) : known
      return withBody(working, contentType, graftWhere(template, entry.value, baseline, fits))
    },
  })
  return [
    ...boundaryValues(schema, { direction }).map((entry) =>
      toDraft(entry, 'positive', (value) => isValid(schema, value, { direction })),
    ),
    ...brokenValues(schema, { direction }).map((entry) =>
      toDraft(entry, 'negative', (value) => breaksOnly(schema, value, entry)),
    ),
  ]
}

const leftOut = ({ required, pointer, documentUri }: ApiBody): ScenarioDraft => ({
  scenario: required ? 'missing_body' : 'optional_body_left_out',
  mode: required ? 'negative' : 'positive',
  target: {
    location: 'body',
    name: '',
    keyword: 'required',
    pointer: appendTokens(pointer, 'required'),
    documentUri,
  },
  apply: (working) => withBody(working, '', undefined),
})
