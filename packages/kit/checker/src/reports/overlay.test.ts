import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { createFolder } from '../../test/create-folder.ts'
import { createReportedFinding, createResult } from '../../test/create-result.ts'
import type { CheckResult, OverlayAction } from '../core/check-result.ts'
import { isObject, type Json } from '@contract-kit/json-schema/json'
import { checkContract } from '../runner/contract-run.ts'
import { actionText, toOverlay } from './overlay.ts'
import { writeReport } from './write-report.ts'

/** The requirements of Overlay 1.1 for a document and its actions. */
const isOverlay = new Ajv2020().compile({
  type: 'object',
  required: ['overlay', 'info', 'actions'],
  additionalProperties: false,
  properties: {
    overlay: { const: '1.1.0' },
    info: {
      type: 'object',
      required: ['title', 'version'],
      additionalProperties: false,
      properties: { title: { type: 'string' }, version: { type: 'string' } },
    },
    actions: {
      type: 'array',
      minItems: 1,
      uniqueItems: true,
      items: {
        type: 'object',
        required: ['target'],
        properties: { target: { type: 'string', pattern: '^\\$' }, description: { type: 'string' } },
        oneOf: [{ required: ['update'] }, { required: ['remove'] }],
      },
    },
  },
})

/** Arrays are concatenated, objects are merged, all else is replaced. */
const merge = (old: Json | undefined, update: Json): Json => {
  if (Array.isArray(old) && Array.isArray(update)) return [...old, ...update]
  if (!isObject(old) || !isObject(update)) return update
  const merged = { ...old }
  for (const [name, value] of Object.entries(update)) merged[name] = merge(old[name], value)
  return merged
}

const STEP = /\.(\w+)|\[(\d+)\]|\['((?:[^'\\]|\\.)*)'\]|\[\?@ == '(.*)'\]/gy

/** Applies actions whose targets are plain paths, or entries of a list by their value. */
const applyOverlay = (document: Json, { actions }: { readonly actions: readonly OverlayAction[] }): Json =>
  actions.reduce((changed, { target, update = null, remove }) => {
    const path = [...target.slice(1).matchAll(STEP)]
    expect(path.map(([step]) => step).join('')).toBe(target.slice(1))
    const change = (value: Json, [step, ...rest]: readonly RegExpExecArray[]): Json | undefined => {
      if (step === undefined) return remove === true ? undefined : merge(value, update)
      const [, name, index, quoted, wanted] = step
      if (Array.isArray(value)) {
        const isMeant = (item: Json, at: number): boolean =>
          wanted === undefined ? at === Number(index) : item === wanted
        return value
          .map((item, at) => (isMeant(item, at) ? change(item, rest) : item))
          .filter((item) => item !== undefined)
      }
      if (!isObject(value)) throw new Error(`${target} leads nowhere`)
      const key = name ?? index ?? quoted?.replaceAll(/\\(.)/g, '$1') ?? ''
      const { [key]: old = null, ...others } = value
      const changedValue = change(old, rest)
      return changedValue === undefined ? others : { ...value, [key]: changedValue }
    }
    return change(changed, path) ?? null
  }, document)

const pet = {
  type: 'object',
  required: ['id', 'weight', 'kind'],
  properties: {
    id: { type: 'integer' },
    weight: { type: 'integer' },
    kind: { type: 'string', enum: ['cat'] },
    owner: { type: 'string' },
    tags: { type: ['array', 'string'], items: { type: 'string' } },
    home: {
      type: 'object',
      required: ['city', 'zip'],
      additionalProperties: false,
      properties: { city: { type: 'string' } },
    },
    'x\'s "y"': { type: 'string' },
  },
}

/** A document that says less than the server does. */
const petsDocument = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pets/{id}': {
      get: {
        operationId: 'getPet',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }],
        responses: {
          200: {
            description: 'One.',
            headers: { 'x-trace': { required: true, schema: { type: 'string' } } },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
          },
          400: { description: 'Bad.', content: { 'application/json': { schema: {} } } },
        },
      },
    },
  },
  components: { schemas: { Pet: pet } },
}

const answerPet = ({ method, url }: Request): Response => {
  const id = /^\/pets\/(\d+)$/.exec(new URL(url).pathname)?.[1]
  if (id === undefined && !url.includes('/pets/')) return new Response(null, { status: 404 })
  if (method !== 'GET' && method !== 'HEAD')
    return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } })
  const isShown = method === 'GET'
  if (id === undefined || Number(id) < 1) return new Response(isShown ? 'bad' : null, { status: 400 })
  if (Number(id) > 3) return Response.json(isShown ? { error: 'none' } : null, { status: 404 })
  const home = { city: 'Ulm', street: { name: 'Hay', number: 1 } }
  const body = {
    id: 1,
    weight: 1.5,
    kind: 'dog',
    owner: null,
    tags: null,
    home,
    chip: [{ code: 7 }],
    'x\'s "y"': null,
  }
  return new Response(isShown ? JSON.stringify(body) : null, {
    headers: { 'content-type': 'application/json' },
  })
}

const check = (document: object): Promise<CheckResult> =>
  checkContract({ document, fetch: answerPet, phases: ['coverage', 'fuzz'], cases: 20 })

describe('toOverlay', () => {
  it.each(['3.1.0', '3.0.3'])('ends the findings that %s may be to blame for', async (version) => {
    const home = { ...pet.properties, tags: { type: 'array', items: { type: 'string' } } }
    const old = {
      ...petsDocument,
      openapi: version,
      components: { schemas: { Pet: { ...pet, properties: home } } },
    }
    const document = version === '3.1.0' ? petsDocument : old
    const before = await check(document)
    const blamed = before.findings.filter(({ fix }) => fix.length > 0).map(({ check: id }) => id)
    expect(new Set(blamed)).toStrictEqual(
      new Set([
        'response-schema-conformance',
        'response-headers-conformance',
        'content-type-conformance',
        'status-code-conformance',
        'undocumented-properties',
      ]),
    )
    const overlay = toOverlay(before)
    expect(isOverlay(overlay) || isOverlay.errors).toBe(true)
    const after = await check(applyOverlay(document, overlay) as object)
    expect(after.findings.map(({ message }) => message)).toStrictEqual([])
  })

  it('tells which findings each action ends', () => {
    const fix = [{ target: '$.paths', update: {} }]
    const findings = [createReportedFinding({ fix }), createReportedFinding({ fix, key: 'other' })]
    expect(toOverlay(createResult({ findings })).actions).toStrictEqual([
      {
        target: '$.paths',
        description:
          'The 200 response of getPet does not match its schema: /name is not of type string. (and 1 more)',
        update: {},
      },
    ])
  })

  it('is valid where there is nothing to change', () => {
    expect(isOverlay(toOverlay(createResult()))).toBe(true)
  })

  it('is written as YAML or JSON by the name of its file', async () => {
    const folder = await createFolder()
    await writeReport({ kind: 'overlay', path: 'o.yaml' }, createResult(), folder)
    await writeReport({ kind: 'overlay', path: 'o.json' }, createResult(), folder)
    const yaml = await readFile(join(folder, 'o.yaml'), 'utf8')
    expect(yaml).toMatch(/^overlay: 1\.1\.0\n/)
    expect(parse(yaml)).toStrictEqual(JSON.parse(await readFile(join(folder, 'o.json'), 'utf8')))
  })
})

describe('actionText', () => {
  it('says in one line what to change', () => {
    expect(actionText({ target: '$.a', remove: true })).toBe('remove $.a')
    expect(actionText({ target: '$.a', update: { b: 1 } })).toBe('update $.a with {"b":1}')
  })
})
