import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { missed, nameOf } from '../proof/missed.ts'
import { defects, serverOf, servers, variants } from './all-servers.ts'
import { createProbeClient } from './kernel/create-probe-client.ts'
import type { Defect, Variant } from './kernel/deviation.ts'
import { createAnswerJudge } from './kernel/create-answer-judge.ts'
import { openServer } from './kernel/open-server.ts'
import type { ProbeAnswer } from './kernel/probe-client.ts'

const judges = new Map(
  [...servers.values()].map(({ id, documentUrl }) => [
    id,
    createAnswerJudge(parse(readFileSync(documentUrl, 'utf8')) as object),
  ]),
)

interface Trace {
  readonly answers: readonly ProbeAnswer[]
  /** Everything that can be observed. */
  readonly text: string
}

const traceOf = async (server: string, deviation: string, { probe }: Defect | Variant): Promise<Trace> => {
  const definition = serverOf(server)
  const pauses: number[] = []
  const pause = async (ms: number): Promise<void> => void pauses.push(ms)
  const { send, answers } = createProbeClient(
    openServer(definition, { deviation, pause }),
    definition.credentials,
  )
  await probe?.(send)
  return {
    answers,
    text: JSON.stringify([answers.map(({ status, headers, text }) => [status, [...headers], text]), pauses]),
  }
}

const faultsOf = (server: string, { answers }: Trace): readonly string[] =>
  answers.flatMap((answer) => judges.get(server)?.(answer) ?? [])

describe('defects', () => {
  test('have a probe where the checker misses them', () => {
    expect(defects.filter((defect) => defect.probe === undefined && missed.has(nameOf(defect)))).toEqual([])
  })

  test('have an id of their own', () => {
    const ids = [...defects, ...variants].map(({ server, id }) => `${server}/${id}`)
    expect(new Set(ids).size).toBe(ids.length)
  })

  const probed = defects.filter(({ probe }) => probe !== undefined)

  test.each(probed)('$server/$id changes an answer', async (defect) => {
    const wrong = await traceOf(defect.server, defect.id, defect)
    const right = await traceOf(defect.server, 'none', defect)
    expect(wrong.text).not.toBe(right.text)
    expect(faultsOf(defect.server, right)).toEqual([])
  })

  const ofAnswers = probed.filter(({ class: row }) => /^D(0[3-9]|1[0-2]|33)$/.test(row))
  test.each(ofAnswers)('$server/$id breaks the document', async (defect) => {
    const wrong = await traceOf(defect.server, defect.id, defect)
    expect(faultsOf(defect.server, wrong)).not.toEqual([])
  })
})

describe('variants', () => {
  test.each(variants)('$server/$id changes an answer', async (variant) => {
    const free = await traceOf(variant.server, variant.id, variant)
    expect(free.text).not.toBe((await traceOf(variant.server, 'none', variant)).text)
  })

  test.each(variants)('$server/$id keeps to the document in every probe', async ({ server, id }) => {
    const probes = [...defects, ...variants].filter((deviation) => deviation.server === server)
    const traces = await Promise.all(probes.map((deviation) => traceOf(server, id, deviation)))
    expect(traces.flatMap((trace) => faultsOf(server, trace))).toEqual([])
  })
})
