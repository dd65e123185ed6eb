import { parseEnv } from 'node:util'
import { ConfigError, readConfig } from '@giftcards/server'
import { parseDatabaseUrl } from '@giftcards/storage'
import { describe, expect, it } from 'vitest'
import { createRealKeys } from '@giftcards/test-harness/process'
import { readText, readYaml, scripts, settingsRead } from './read-deploy.ts'

interface Service {
  readonly image: string
  readonly env_file?: string
  readonly command?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly ports?: readonly string[]
  readonly volumes?: readonly string[]
  readonly healthcheck: { readonly test?: readonly string[] }
  readonly depends_on?: Readonly<Record<string, unknown>>
  readonly stop_grace_period?: string
  readonly restart: string
  readonly networks: readonly string[]
  readonly read_only?: boolean
  readonly cap_drop: readonly string[]
  readonly security_opt: readonly string[]
  readonly mem_limit?: string
  readonly pids_limit?: number
}

const { services, networks, volumes } = readYaml('compose.yaml') as {
  readonly services: Readonly<Record<string, Service>>
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>
  readonly volumes: Readonly<Record<string, unknown>>
}
const entries = Object.entries(services)
const servers = entries.filter(([name]) => name.startsWith('server-'))
/** Returns the names of the services on a network. */
const listOn = (network: string) =>
  entries.filter(([, service]) => service.networks.includes(network)).map(([name]) => name)
const caddyfile = readText('deploy/Caddyfile')
const dockerfile = readText('deploy/Dockerfile').replaceAll(/\\\n/g, ' ')
/** Returns the first capture group of a line that matches, or an empty string. */
const find = (text: string, line: RegExp): string => new RegExp(line, 'm').exec(text)?.[1] ?? ''
const secondsOf = (text: string): number =>
  Number.parseInt(text, 10) * (/^\d+m$/.test(text) ? 60 : /^\d+s$/.test(text) ? 1 : Number.NaN)

/** Reads the variables of an example file, including those that are commented out. */
const exampleOf = (file: string): Readonly<Record<string, string | undefined>> =>
  parseEnv(readText(`deploy/${file}.example`).replaceAll(/^# (?=[A-Z_]+=)/gm, ''))

describe('compose.yaml', () => {
  it('pins every image, and restarts and checks all but the migration', () => {
    for (const [name, { image, restart, healthcheck }] of entries) {
      expect([name, image]).toStrictEqual([name, expect.stringMatching(/:\d+\.\d+(?:\.\d+)?(?:-\w+)?$/)])
      const isChecked = healthcheck.test !== undefined
      expect([name, restart, isChecked]).toStrictEqual(
        name === 'migrate' ? [name, 'no', false] : [name, 'unless-stopped', true],
      )
    }
  })

  it('limits every container, and gives it no right that it does not need', () => {
    for (const [name, service] of entries) {
      const { read_only: isReadOnly = false, cap_drop: dropped, security_opt: options } = service
      expect([name, dropped, options]).toStrictEqual([name, ['ALL'], ['no-new-privileges:true']])
      expect([name, service.mem_limit, service.pids_limit]).toStrictEqual([
        name,
        expect.stringMatching(/^\d+[mg]$/),
        expect.any(Number),
      ])
      // The database writes its sockets and locks outside its volume.
      expect([name, isReadOnly]).toStrictEqual([name, name !== 'database'])
    }
  })

  it('keeps the proxy away from the database, and the database away from the world', () => {
    expect(networks).toStrictEqual({ front: null, back: { internal: true } })
    expect(listOn('front')).toStrictEqual(['server-1', 'server-2', 'proxy'])
    expect(listOn('back')).toStrictEqual(['database', 'migrate', 'backup', 'server-1', 'server-2'])
  })

  it('sets nothing that the server does not read', () => {
    const read = settingsRead('production')
    const names = servers.flatMap(([, { environment = {} }]) => Object.keys(environment))
    const all = [...names, ...Object.keys(exampleOf('server.env'))]
    expect(all).toContain('OTEL_EXPORTER_OTLP_ENDPOINT')
    expect(all.filter((name) => !read.has(name))).toStrictEqual([])
  })

  it('asks for every secret that production requires, and gives none', () => {
    const { JWT_PRIVATE_KEY, CARD_DATA_KEY, ...others } = exampleOf('server.env')
    expect([JWT_PRIVATE_KEY, CARD_DATA_KEY]).toStrictEqual(['', ''])
    const env = { NODE_ENV: 'production', ...others, ...createRealKeys() }
    const DATABASE_URL = (others['DATABASE_URL'] ?? '').replace('change-me-too', 'xK3vQ9')
    expect(readConfig({ ...env, DATABASE_URL }).isSandbox).toBe(false)
    const set = entries.flatMap(([, { environment = {} }]) => Object.keys(environment))
    expect(set.filter((name) => /KEY|PASSWORD|URL/.test(name))).toStrictEqual([])
    expect(readText('deploy/.gitignore').split('\n')).toContain('*.env')
    expect(readText('deploy/Dockerfile.dockerignore').split('\n')).toContain('**/*.env')
  })

  it.each(['server.env', 'owner.env'])('has a password in %s that no server and no command takes', (file) => {
    const { DATABASE_URL } = exampleOf(file)
    const message = 'DATABASE_URL has the password of the example; set a password of your own'
    expect(() => readConfig({ DATABASE_URL })).toThrow(new ConfigError(message))
  })

  it('gives the servers a role that owns nothing, and the owner to what migrates and backs up', () => {
    const { POSTGRES_USER, POSTGRES_DB, POSTGRES_PASSWORD, SERVER_PASSWORD } = exampleOf('database.env')
    const partsOf = (file: string) => {
      const url = new URL(exampleOf(file)['DATABASE_URL'] ?? '')
      expect(() => parseDatabaseUrl(url.href)).not.toThrow()
      return [url.username, url.password, url.hostname, url.pathname]
    }
    expect(partsOf('owner.env')).toStrictEqual([
      POSTGRES_USER,
      POSTGRES_PASSWORD,
      'database',
      `/${POSTGRES_DB}`,
    ])
    const [role = '', ...rest] = partsOf('server.env')
    expect(rest).toStrictEqual([SERVER_PASSWORD, 'database', `/${POSTGRES_DB}`])
    expect(readText('deploy/database-roles.sh')).toContain(`create role ${role} login password :'password'`)
    const owners = entries.filter(([, { env_file: file }]) => file === 'owner.env')
    expect(owners.map(([name]) => name)).toStrictEqual(['migrate', 'backup'])
    expect(services['migrate']?.command?.join(' ')).toBe(
      `${scripts['migrate']} --mode production --grant-to ${role}`,
    )
    expect(services['backup']?.command?.at(-1)).toContain(`${scripts['backup']} ".backups/`)
  })

  it('has the servers believe the proxy, which alone has a port and believes nobody', () => {
    const open = entries.flatMap(([name, { ports = [] }]) => ports.map((port) => [name, port]))
    expect(open).toStrictEqual([
      ['proxy', '80:80'],
      ['proxy', '443:443'],
      ['proxy', '443:443/udp'],
    ])
    for (const [, { environment = {} }] of servers)
      expect(readConfig(environment).trustedProxies).toStrictEqual(['uniquelocal'])
    expect(caddyfile).not.toContain('trusted_proxies')
    expect(caddyfile).toMatch(/@operator path \/metrics \/healthz \/readyz\n\s*respond @operator 404\n/)
    const removed = Array.from(caddyfile.matchAll(/header_up -(\S+)/g), ([, name]) => name)
    expect(removed).toStrictEqual([
      'Forwarded',
      'X-Forwarded-Port',
      'X-Forwarded-Prefix',
      'X-Forwarded-Server',
      'X-Real-IP',
    ])
  })

  it('sends requests to every server, and gives each the time to leave and to stop', () => {
    const port = find(dockerfile, /^EXPOSE (\d+)$/)
    const upstreams = find(caddyfile, /reverse_proxy (.+) \{/).split(' ')
    expect(upstreams).toStrictEqual(servers.map(([name]) => `${name}:${port}`))
    expect(caddyfile).toMatch(/^\s*health_uri \/readyz$/m)
    const interval = secondsOf(find(caddyfile, /health_interval (\w+)/))
    for (const [, { environment = {}, stop_grace_period: period = '', healthcheck }] of servers) {
      const { delayMs, graceMs } = readConfig(environment).shutdown
      expect(delayMs).toBeGreaterThan(interval * 1000)
      expect(secondsOf(period) * 1000).toBeGreaterThanOrEqual(delayMs + graceMs + 5000)
      expect(healthcheck.test?.join(' ')).toContain('/readyz')
    }
  })
})

const kibibytesOf = (name: string): number => Number(find(caddyfile, new RegExp(`${name} (\\d+)KiB$`)))
const timeout = (name: string): number => secondsOf(find(caddyfile, new RegExp(`^\\s*${name} (\\w+)$`)))

describe('the Caddyfile', () => {
  it('serves the domain of the composition on HTTPS, and keeps its certificates', () => {
    // Caddy obtains a certificate for an address without a scheme or port.
    expect(caddyfile).toMatch(/^\{\$SITE_ADDRESS:localhost\} \{$/m)
    expect(services['proxy']?.environment).toStrictEqual({ SITE_ADDRESS: '${SITE_ADDRESS:-localhost}' })
    expect(services['proxy']?.volumes).toContain('certificates:/data')
    expect(volumes).toHaveProperty('certificates')
    expect(services['proxy']?.healthcheck.test?.at(-1)).toBe(`${find(caddyfile, /^(http:\S+) \{$/)}/`)
  })

  /** How long a server lets a checkout wait for another one, and how long it keeps an idle connection open. */
  const server = { checkoutWaitSeconds: 10, keepAliveSeconds: 75 }

  it('takes heads and bodies as large as the server does, and holds each body back until it is complete', () => {
    expect([kibibytesOf('max_header_size'), kibibytesOf('max_size')]).toStrictEqual([16, 256])
    // If a body fills the buffer, Caddy forwards it immediately.
    expect(kibibytesOf('request_buffers')).toBeGreaterThan(256)
    expect(caddyfile).not.toContain('flush_interval')
  })

  it('limits how long a client may take, and waits for a server longer than a checkout takes', () => {
    expect(timeout('read_header')).toBeLessThanOrEqual(10)
    expect(timeout('read_body')).toBeLessThanOrEqual(30)
    // The write timeout includes the time to read the body and the time that the server works.
    expect(timeout('write')).toBeGreaterThan(timeout('read_body') + server.checkoutWaitSeconds)
    expect(timeout('response_header_timeout')).toBeGreaterThan(server.checkoutWaitSeconds)
    // Otherwise, Caddy would send a request on a connection that the server is closing.
    expect(timeout('keepalive')).toBeLessThan(server.keepAliveSeconds)
  })

  it.each([
    ['413', '413', 'payload_too_large'],
    ['5xx', '503', 'internal_error'],
  ])('rejects with %s in the error shape', (statuses, status, code) => {
    const handler = find(caddyfile, new RegExp(`handle_errors ${statuses} \\{([^]*?)\\n\\t\\}`))
    expect(handler).toContain(`header X-Error-Code ${code}\n`)
    expect(handler).toContain('header X-Request-Id {http.request.uuid}\n')
    const [, body = '', answered] = /respond `(.+)` (\d+)/.exec(handler) ?? []
    expect(JSON.parse(body)).toStrictEqual({ message: [expect.any(String)] })
    expect(answered).toBe(status)
  })
})

describe('the image', () => {
  it('is on the Node that the project is tested with', () => {
    const { devDependencies } = JSON.parse(readText('package.json')) as {
      devDependencies: Record<'node', string>
    }
    const bases = Array.from(dockerfile.matchAll(/^FROM (\S+)/gm), ([, base]) => base)
    expect(new Set(bases)).toStrictEqual(new Set([`node:${devDependencies.node}-bookworm-slim`]))
  })

  it('runs in production, as a user without rights, and starts Node itself as `npm start` does', () => {
    expect(find(dockerfile, /^ENV (.+)$/)).toBe('NODE_ENV=production HOST=0.0.0.0 PORT=3000')
    expect(dockerfile).toMatch(/^USER node\nEXPOSE 3000\n/m)
    const command = JSON.parse(find(dockerfile, /^CMD (.+)$/)) as readonly string[]
    expect([command[0], scripts['start']]).toStrictEqual(['node', `node build-then.ts ${command[1]}`])
    expect(dockerfile).toMatch(/^HEALTHCHECK [^\n]+\/healthz/m)
  })

  it('leaves out what git leaves out', () => {
    const left = new Set(readText('deploy/Dockerfile.dockerignore').split('\n'))
    const ignored = readText('.gitignore').trim().split('\n')
    expect(ignored.filter((pattern) => !left.has(`**/${pattern.replace(/\/$/, '')}`))).toStrictEqual([])
    expect(left).toContain('.git')
  })
})
