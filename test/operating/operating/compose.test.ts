import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { parseEnv } from 'node:util'
import { readConfig } from '@giftcards/server'
import { parseDatabaseUrl } from '@giftcards/storage'
import { afterEach, describe, expect, it } from 'vitest'
import { createFolder, createRealKeys, endProcesses } from '@giftcards/test-harness/process'
import { parseDockerfile, parseExecForm } from './image/parse-dockerfile.ts'
import { readDeployed, readDeployedYaml, repositoryRoot } from './read-deploy.ts'

interface Service {
  readonly image: string
  readonly build?: { readonly context: string; readonly dockerfile: string }
  readonly env_file?: string
  readonly command?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly ports?: readonly string[]
  readonly volumes?: readonly string[]
  readonly networks: readonly string[]
  readonly healthcheck: {
    readonly test: readonly string[]
    readonly timeout: string
    readonly disable?: boolean
  }
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly stop_grace_period?: string
  readonly restart: string
}

const compose = readDeployedYaml('compose.yaml') as {
  readonly services: Readonly<Record<string, Service>>
  readonly networks: Readonly<Record<string, unknown>>
  readonly volumes: Readonly<Record<string, unknown>>
}
const services = Object.entries(compose.services)
const built = services.filter(([, { build }]) => build !== undefined)
const servers = built.filter(([, { env_file: file }]) => file === 'server.env')
/** The services that keep running: all except the migration. */
const lasting = services.filter(([name]) => name !== 'migrate')
const caddyfile = readDeployed('Caddyfile')
const stages = parseDockerfile(readDeployed('Dockerfile'))
const packageFile = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8')) as {
  readonly devDependencies: { readonly node: string }
  readonly scripts: { readonly start: string; readonly migrate: string; readonly backup: string }
}
const migrateScript = packageFile.scripts.migrate.replace('node ', '')
const image = stages.at(-1)?.instructions ?? []

const textOf = (name: string): string => image.findLast((one) => one.name === name)?.text ?? ''
const secondsOf = (text: string): number => Number(/^(\d+)s$/.exec(text)?.[1])

/** The names that a server asks its environment for, in production. */
function namesRead(): ReadonlySet<string> {
  const asked = new Set<string>()
  const given: Readonly<Record<string, string>> = { NODE_ENV: 'production', ...createRealKeys() }
  const env = new Proxy(given, {
    get(target, name: string) {
      asked.add(name)
      return target[name]
    },
  })
  readConfig(env)
  return asked
}

/** The variables of an example file, those that are commented out included. */
const exampleOf = (file: string): Readonly<Record<string, string | undefined>> =>
  parseEnv(readDeployed(`${file}.example`).replaceAll(/^# (?=[A-Z_]+=)/gm, ''))

afterEach(endProcesses)

describe('compose.yaml', () => {
  it('runs two servers, one database and one proxy, with a migration before and a backup beside', () => {
    expect(services.map(([name]) => name)).toStrictEqual([
      'database',
      'migrate',
      'backup',
      'server-1',
      'server-2',
      'proxy',
    ])
    expect(servers.map(([name]) => name)).toStrictEqual(['server-1', 'server-2'])
  })

  it('builds what is its own from the Dockerfile', () => {
    expect(built.map(([name]) => name)).toStrictEqual(['migrate', 'backup', 'server-1', 'server-2'])
    for (const [, { build }] of built) {
      expect(build).toStrictEqual({ context: '..', dockerfile: 'deploy/Dockerfile' })
    }
  })

  it('pins every image to a version', () => {
    for (const [name, service] of services) {
      expect([name, service.image]).toStrictEqual([
        name,
        expect.stringMatching(/:\d+\.\d+(?:\.\d+)?(?:-\w+)?$/),
      ])
    }
  })

  it('checks the health of every service, and brings it back', () => {
    for (const [name, { healthcheck, restart }] of lasting) {
      expect([name, healthcheck.test.length, restart]).toStrictEqual([
        name,
        expect.any(Number),
        'unless-stopped',
      ])
      expect([name, healthcheck.test[0]]).toStrictEqual([name, expect.stringMatching(/^CMD(?:-SHELL)?$/)])
    }
  })

  it('waits for what a service needs to be healthy, or to have ended, and names it', () => {
    for (const [, { depends_on: needs = {} }] of services) {
      for (const [name, { condition }] of Object.entries(needs)) {
        expect(Object.keys(compose.services)).toContain(name)
        expect(condition).toBe(name === 'migrate' ? 'service_completed_successfully' : 'service_healthy')
      }
    }
    for (const [, server] of servers)
      expect(Object.keys(server.depends_on ?? {})).toStrictEqual(['database', 'migrate'])
    expect(Object.keys(compose.services['proxy']?.depends_on ?? {})).toStrictEqual(
      servers.map(([name]) => name),
    )
  })

  it('sets nothing that the server does not read', () => {
    const read = namesRead()
    const names = servers.flatMap(([, { environment = {} }]) => Object.keys(environment))
    const all = [...names, ...Object.keys(exampleOf('server.env'))]
    expect(all).toContain('SHUTDOWN_DELAY_SECONDS')
    expect(all).toContain('OTEL_EXPORTER_OTLP_ENDPOINT')
    expect(all.filter((name) => !read.has(name))).toStrictEqual([])
  })

  it('asks for every secret that production requires, and gives none', () => {
    const { JWT_PRIVATE_KEY, CARD_DATA_KEY, ...others } = exampleOf('server.env')
    expect([JWT_PRIVATE_KEY, CARD_DATA_KEY]).toStrictEqual(['', ''])
    expect(readConfig({ NODE_ENV: 'production', ...others, ...createRealKeys() }).isSandbox).toBe(false)
    for (const [, { environment = {} }] of services) {
      expect(Object.keys(environment).filter((name) => /KEY|PASSWORD|URL/.test(name))).toStrictEqual([])
    }
  })

  it('reads secrets from files that git and the image leave out', () => {
    const ignored = readDeployed('.gitignore').split('\n')
    const left = readDeployed('Dockerfile.dockerignore').split('\n')
    expect([ignored.includes('*.env'), left.includes('**/*.env')]).toStrictEqual([true, true])
    const files = services.flatMap(([, { env_file: file }]) => (file === undefined ? [] : [file]))
    expect(new Set(files)).toStrictEqual(new Set(['database.env', 'owner.env', 'server.env']))
  })

  it('gives the servers a role that owns nothing, and the owner to what migrates and backs up', () => {
    const { POSTGRES_USER, POSTGRES_DB, POSTGRES_PASSWORD, SERVER_PASSWORD } = exampleOf('database.env')
    const partsOf = (file: string) => {
      const url = new URL(exampleOf(file)['DATABASE_URL'] ?? '')
      expect(() => parseDatabaseUrl(url.href)).not.toThrow()
      return [url.username, url.password, url.hostname, url.pathname]
    }
    const place = ['database', `/${POSTGRES_DB}`]
    expect(partsOf('owner.env')).toStrictEqual([POSTGRES_USER, POSTGRES_PASSWORD, ...place])
    const [role, ...rest] = partsOf('server.env')
    expect(rest).toStrictEqual([SERVER_PASSWORD, ...place])
    expect(readDeployed('database-roles.sh')).toContain(`create role ${role} login password :'password'`)
    const owners = services.filter(([, { env_file: file }]) => file === 'owner.env')
    expect(owners.map(([name]) => name)).toStrictEqual(['migrate', 'backup'])
    expect(compose.services['migrate']?.command).toStrictEqual([
      'node',
      migrateScript,
      '--mode',
      'production',
      '--grant-to',
      role,
    ])
    expect(compose.services['migrate']?.restart).toBe('no')
  })

  it('backs up into a volume, again and again', () => {
    const { command = [], volumes = [] } = compose.services['backup'] ?? {}
    const loop = command.at(-1) ?? ''
    expect(loop).toContain(`node ${packageFile.scripts.backup.replace('node ', '')} ".backups/`)
    expect(volumes).toStrictEqual(['backups:/app/.backups'])
    // Docker gives a new volume the owner of the folder in the image.
    expect(image).toContainEqual({
      name: 'COPY',
      options: { from: 'build', chown: 'node:node' },
      text: '/app/.backups ./.backups',
    })
    const [folder, bin] = [createFolder(), createFolder()]
    for (const [name, script] of [
      ['node', `echo "$2" >> ${folder}/asked`],
      ['sleep', 'kill $PPID'],
    ] as const)
      writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o700 })
    mkdirSync(join(folder, '.backups'))
    const env = { PATH: `${bin}:${process.env['PATH']}` }
    spawnSync('sh', ['-c', loop.replaceAll('$$', '$')], { cwd: folder, env })
    expect(readFileSync(join(folder, 'asked'), 'utf8')).toMatch(/^\.backups\/\d{4}-\d\d-\d\dT\d{6}Z\.gz\n$/)
  })

  it('keeps the database in a volume', () => {
    // From PostgreSQL 18 on, the image keeps its data below this folder, by version.
    expect(compose.services['database']?.volumes).toStrictEqual([
      'database:/var/lib/postgresql',
      './database-roles.sh:/docker-entrypoint-initdb.d/roles.sh:ro',
    ])
    expect(Object.keys(compose.volumes)).toStrictEqual(['database', 'backups'])
  })

  it('opens one port, that of the proxy', () => {
    const open = services.flatMap(([name, { ports = [] }]) => ports.map((port) => [name, port]))
    expect(open).toStrictEqual([['proxy', '8080:8080']])
    expect(caddyfile).toMatch(/^:8080 \{$/m)
    for (const [, { networks }] of services) expect(networks).toStrictEqual(Object.keys(compose.networks))
  })

  it('has the servers believe the proxy, and leaves it to the proxy not to believe anybody', () => {
    for (const [, { environment = {}, ports = [] }] of servers) {
      expect(readConfig(environment).trustedProxies).toStrictEqual(['uniquelocal'])
      expect(ports).toStrictEqual([])
    }
    expect(caddyfile).not.toContain('trusted_proxies')
  })

  it('gives a server the time to stop in order', () => {
    for (const [, { environment = {}, stop_grace_period: period = '' }] of servers) {
      const { delayMs, graceMs } = readConfig(environment).shutdown
      expect(secondsOf(period) * 1000).toBeGreaterThanOrEqual(delayMs + graceMs + 5000)
    }
  })
})

describe('the proxy', () => {
  it('sends requests to every server, at the port on which it listens', () => {
    const [, upstreams = ''] = /reverse_proxy (.+) \{/.exec(caddyfile) ?? []
    expect(upstreams.split(' ')).toStrictEqual(servers.map(([name]) => `${name}:${textOf('EXPOSE')}`))
  })

  it('leaves a server that is not ready, within the delay of its end', () => {
    expect(caddyfile).toMatch(/^\s*health_uri \/readyz$/m)
    const [, interval = ''] = /health_interval (\w+)/.exec(caddyfile) ?? []
    for (const [, { environment = {} }] of servers) {
      expect(readConfig(environment).shutdown.delayMs).toBeGreaterThan(secondsOf(interval) * 1000)
    }
  })

  it('shows nobody what is for the operator', () => {
    expect(caddyfile).toMatch(/@operator path \/metrics \/healthz \/readyz\n\s*respond @operator 404\n/)
  })
})

describe('the image', () => {
  it('is on the Node that the project is tested with', () => {
    for (const stage of stages) {
      expect(stage.image).toBe(`node:${packageFile.devDependencies.node}-bookworm-slim`)
    }
  })

  it('runs in production, as a user without rights, at the port that it names', () => {
    expect(textOf('USER')).toBe('node')
    expect(textOf('ENV')).toBe(`NODE_ENV=production HOST=0.0.0.0 PORT=${textOf('EXPOSE')}`)
    expect(image.findIndex(({ name }) => name === 'USER')).toBeLessThan(
      image.findIndex(({ name }) => name === 'CMD'),
    )
  })

  it('starts Node itself, so that signals reach it, and as `npm start` does', () => {
    const command = parseExecForm(textOf('CMD'))
    expect(command[0]).toBe('node')
    expect(packageFile.scripts.start.endsWith(` && ${command.join(' ')}`)).toBe(true)
  })

  it('is judged by whether it is alive, and in a composition by whether it is ready', () => {
    expect(parseExecForm(textOf('HEALTHCHECK')).join(' ')).toContain('/healthz')
    for (const [, { healthcheck }] of servers) {
      const [, ...words] = healthcheck.test
      expect(words.join(' ')).toBe(
        parseExecForm(textOf('HEALTHCHECK')).join(' ').replace('/healthz', '/readyz'),
      )
      expect(secondsOf(healthcheck.timeout)).toBeGreaterThan(2)
    }
  })

  it('leaves out what git leaves out', () => {
    const left = new Set(readDeployed('Dockerfile.dockerignore').split('\n'))
    const ignored = readFileSync(join(repositoryRoot, '.gitignore'), 'utf8').trim().split('\n')
    expect(ignored.filter((pattern) => !left.has(`**/${pattern.replace(/\/$/, '')}`))).toStrictEqual([])
    expect(left).toContain('.git')
  })
})
