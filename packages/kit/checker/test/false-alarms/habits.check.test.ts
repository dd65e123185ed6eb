import { describe, expect, it } from 'vitest'
import type { JsonObject } from '@contract-kit/json-schema/json'
import { type CollectionHabits, createCollection } from '../collection-api.ts'
import { findingsOn } from '../serve-document.ts'

const told = async (habits: CollectionHabits): Promise<readonly string[]> => {
  const { document, fetch } = await createCollection(habits)
  return findingsOn(document, fetch)
}

const textOf = (held: unknown): string =>
  typeof held === 'number' ? String(held) : typeof held === 'string' ? held : ''

/** One text property that is kept otherwise than it was sent. */
const rewriting = (schema: object, rewrite: (text: string) => string): CollectionHabits => ({
  input: { value: { type: 'string', ...schema } },
  required: ['value'],
  keep: (sent, held) => ({ value: rewrite(textOf(sent['value'] ?? held?.['value'])) }),
})

describe('a value that is written another way', () => {
  it.each<readonly [string, CollectionHabits]>([
    [
      'decimals with two digits',
      rewriting({ pattern: '^[1-9][0-9]{5}\\.[0-9]{1,2}$' }, (text) => text.replace(/\.(\d)$/, '.$10')),
    ],
    [
      'durations with three digits',
      rewriting({ pattern: '^[1-9]\\.[0-9]{1,3}s$' }, (text) => `${Number.parseFloat(text).toFixed(3)}s`),
    ],
    [
      'colors of six digits',
      rewriting({ pattern: '^#([0-9a-f]{3}|[0-9a-f]{6})$' }, (text) =>
        text.length === 4 ? text.replaceAll(/[0-9a-f]/g, '$&$&') : text,
      ),
    ],
    [
      'what the description tells',
      rewriting({ maxLength: 40, description: 'Markup is removed.' }, (text) =>
        text.replaceAll(/<[^>]*>?/g, ''),
      ),
    ],
    [
      'a set in the order of lengths',
      {
        input: {
          tags: {
            type: 'array',
            uniqueItems: true,
            minItems: 2,
            maxItems: 5,
            items: { type: 'string', maxLength: 9 },
          },
        },
        required: ['tags'],
        keep: (sent, held) => ({
          tags: [sent['tags'] ?? held?.['tags'] ?? []]
            .flat()
            .map(textOf)
            .toSorted((a, b) => a.length - b.length),
        }),
      },
    ],
  ])('is no fault: %s', async (_way, habits) => {
    expect(await told(habits)).toStrictEqual([])
  })
})

const SIZED = { size: { type: 'integer', minimum: 1, maximum: 60 }, name: { type: 'string', maxLength: 9 } }

const equalTo =
  (name: string) =>
  (item: JsonObject, query: URLSearchParams): boolean =>
    !query.has(name) || textOf(item[name]) === query.get(name)

describe('a query parameter that asks for something else than its name tells', () => {
  it.each<readonly [string, CollectionHabits]>([
    [
      'the size of things, not of pages',
      {
        input: SIZED,
        required: ['size'],
        query: { size: { schema: SIZED.size } },
        isListed: equalTo('size'),
      },
    ],
    [
      'a group of states',
      {
        input: { status: { enum: ['new', 'assigned', 'closed'] } },
        required: ['status'],
        query: { status: { schema: { enum: ['open', 'closed'] } } },
        isListed: ({ status }, query) =>
          !query.has('status') || (query.get('status') === 'open') === (status !== 'closed'),
      },
    ],
    [
      'no filter at all',
      {
        input: { kind: { enum: ['KIND_UNSPECIFIED', 'RED', 'BLUE'] } },
        required: ['kind'],
        query: { kind: { schema: { enum: ['KIND_UNSPECIFIED', 'RED', 'BLUE'] } } },
        isListed: ({ kind }, query) => ['KIND_UNSPECIFIED', kind, null].includes(query.get('kind')),
      },
    ],
    [
      'a switch that is off',
      {
        input: { featured: { type: 'boolean' } },
        required: ['featured'],
        query: { featured: { schema: { type: 'boolean', default: false } } },
        isListed: ({ featured }, query) => query.get('featured') !== 'true' || featured === true,
      },
    ],
  ])('is no fault: %s', async (_way, habits) => {
    expect(await told(habits)).toStrictEqual([])
  })
})

const NAMED = { input: { name: { type: 'string', minLength: 1, maxLength: 20 } }, required: ['name'] }

const never = (): boolean => false

describe('a thing that is there for a while', () => {
  it('may be gone with the documented 410', async () => {
    const read = new Set<unknown>()
    const onRead = ({ id }: JsonObject) => {
      const isSecond = read.has(id)
      read.add(id)
      return isSecond ? { status: 410 } : undefined
    }
    expect(await told({ ...NAMED, onRead })).toStrictEqual([])
  })

  it('may be missing in a list that a cache has kept', async () => {
    const stale = { age: '1', 'cache-control': 'max-age=60' }
    expect(await told({ ...NAMED, isListed: never, headersOfList: stale })).toStrictEqual([])
    expect((await told({ ...NAMED, isListed: never })).join('\n')).toContain('list-omits-created')
  })
})

describe('a request that keeps to the schema', () => {
  it('may be refused until somebody pays, with a documented 402', async () => {
    const seen = new Set<unknown>()
    const onCreate = ({ name }: JsonObject) => {
      const isTaken = seen.has(name)
      seen.add(name)
      return isTaken ? { status: 402 } : undefined
    }
    expect(await told({ ...NAMED, onCreate })).toStrictEqual([])
  })
})

describe('a patch', () => {
  it('may empty what its description says', async () => {
    const habits: CollectionHabits = {
      input: {
        dueOn: { type: 'string', format: 'date', description: 'Removes `dueInDays`.' },
        dueInDays: { type: 'integer', minimum: 1, maximum: 9, description: 'Removes `dueOn`.' },
      },
      keep: (sent, held = {}) => {
        const { dueOn, dueInDays, ...others } = { ...held, ...sent }
        const days = sent['dueOn'] === undefined ? dueInDays : undefined
        const day = sent['dueInDays'] === undefined ? dueOn : undefined
        return {
          ...others,
          ...(day === undefined ? {} : { dueOn: day }),
          ...(days === undefined || day !== undefined ? {} : { dueInDays: days }),
        }
      },
    }
    expect(await told(habits)).toStrictEqual([])
  })
})
