import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createProject, type Project } from '@contract-kit/packaging/consumer-project'
import { packWithDependencies } from '@contract-kit/packaging/packed'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMemoApi, memoDocument, memoKey } from '../memo-api.ts'
import { actionStep, job } from '../pipelines.ts'

type Server = Awaited<ReturnType<ReturnType<typeof createMemoApi>['listen']>>

let project: Project
let correct: Server
let faulty: Server

// As a repository has it: with the package among its dependencies, so that npx finds it there.
beforeAll(async () => {
  project = await createProject(
    await packWithDependencies(join(import.meta.dirname, '../..')),
    join(import.meta.dirname, 'consumer'),
  )
  await writeFile(join(project.folder, 'memos.json'), JSON.stringify(memoDocument))
  await writeFile(join(project.folder, 'less.yaml'), 'cases: 2\nphases: [coverage]\n')
  correct = await createMemoApi().listen()
  faulty = await createMemoApi('long-titles').listen()
})

afterAll(async () => {
  await Promise.all([correct.close(), faulty.close()])
  await project.remove()
})

const path = [dirname(process.execPath), process.env['PATH']].join(':')
const read = (name: string): Promise<string> => readFile(join(project.folder, name), 'utf8')

const runStep = async (inputs: Readonly<Record<string, string>>): Promise<string> => {
  const { script, env } = actionStep({
    document: 'memos.json',
    headers: `x-key: ${memoKey}`,
    config: 'less.yaml',
    ...inputs,
  })
  await mkdir(join(project.folder, 'runner'), { recursive: true })
  await writeFile(join(project.folder, 'runner/output'), '')
  await writeFile(join(project.folder, 'runner/summary'), '')
  await writeFile(join(project.folder, 'step.sh'), script)
  return project.run('bash', ['--noprofile', '--norc', '-eo', 'pipefail', 'step.sh'], {
    ...env,
    PATH: path,
    CI: 'true',
    GITHUB_OUTPUT: join(project.folder, 'runner/output'),
    GITHUB_STEP_SUMMARY: join(project.folder, 'runner/summary'),
  })
}

describe('the step of the action for GitHub', () => {
  it('passes where the server keeps its document', async () => {
    expect(await runStep({ url: correct.url, args: '--no-color\n--workers=2' })).toContain('Written: ')
    expect(await read('runner/output')).toBe('exit-code=0\n')
    expect(await read('runner/summary')).toMatch(/^## Memos: /)
    expect(await read('contract-report.html')).toContain('<h1>Memos</h1>')
    expect(JSON.parse(await read('contract-report.sarif'))).toMatchObject({ version: '2.1.0' })
  })

  it('fails with findings and tells them in the summary', async () => {
    await expect(runStep({ url: faulty.url, 'report-junit': 'out/junit.xml' })).rejects.toThrow(
      /failed \(1\)/,
    )
    expect(await read('runner/output')).toBe('exit-code=1\n')
    expect(await read('runner/summary')).toContain('Invalid request is accepted')
    expect(await read('out/junit.xml')).toContain('negative-data-rejection')
  })

  it('fails on nothing below the severity that it is given, nor on what is known', async () => {
    await runStep({ url: faulty.url, 'fail-on': 'critical' })
    await runStep({ url: faulty.url, baseline: 'known.json', args: '--update-baseline' })
    expect(await runStep({ url: faulty.url, baseline: 'known.json' })).toContain('in the baseline')
  })
})

const runJob = async (variables: Readonly<Record<string, string>>): Promise<string> => {
  await writeFile(join(project.folder, 'job.sh'), job.script.join('\n'))
  const given = {
    CONTRACT_DOCUMENT: 'memos.json',
    CONTRACT_CONFIG: 'less.yaml',
    CONTRACT_HEADER: `x-key: ${memoKey}`,
  }
  const env = { PATH: path, CI: 'true', ...job.variables, ...given, ...variables }
  return project.run('sh', ['-e', 'job.sh'], env)
}

describe('the job of the template for GitLab', () => {
  it('passes where the server keeps its document', async () => {
    expect(await runJob({ CONTRACT_URL: correct.url })).toContain('Written: contract-report/junit.xml')
    expect(await read(job.artifacts.reports.junit)).toContain('<testsuites name="Memos"')
  })

  it('fails with findings', async () => {
    await expect(runJob({ CONTRACT_URL: faulty.url })).rejects.toThrow(/failed \(1\)/)
    expect(await read('contract-report/index.html')).toContain('Invalid request is accepted')
    await runJob({ CONTRACT_URL: faulty.url, CONTRACT_FAIL_ON: 'critical' })
  })
})
