import type { CheckerConfig } from '@contract-kit/checker'
import type { GenerateOptions } from '@contract-kit/client/generate'
import type { RuleRating } from '../changes/policies.ts'
import type { JsonObject } from '../documents/json.ts'

/**
 * The configuration of an API in `contract.config.ts`. Paths are relative to its folder. Every field but `documents` has a
 * default.
 */
export interface ContractConfig {
  /** The OpenAPI documents by name, each a path or a description. Bundles are named alike. */
  readonly documents: Readonly<Record<string, string | DocumentConfig>>
  /** The folder of bundles: `dist` unless given. */
  readonly outDir?: string
  /** Extensions that only this repository reads, such as `x-source`. Published bundles do not have them. */
  readonly internalExtensions?: readonly string[]
  /** How errors of this API look. */
  readonly errors?: {
    /** The response header that names the reason of an error, if there is one. */
    readonly codeHeader?: string
  }
  /** The extension that says who may call an operation. The operation table has its value, and the gate its order. */
  readonly access?: {
    /** `x-access` unless given. */
    readonly extension?: string
    /** From open to everybody to open to few: `['none', 'session', 'admin']`. */
    readonly levels: readonly string[]
  }
  /** The extension `x-idempotency`, by which an operation says whether it may be retried: `always`, `key` or `never`. */
  readonly idempotency?: {
    /** Whether every operation that is not safe must say it; `false` unless given. */
    readonly required?: boolean
  }
  /** The credentials in samples, the mock and the docs, by the name of the security scheme. */
  readonly credentials?: Readonly<Record<string, string>>
  /** `contract lint`. Its rules are in `redocly.yaml`. */
  readonly lint?: {
    /** Further files to lint, such as `workflows/*.arazzo.yaml`. */
    readonly files?: readonly string[]
    /** Whether warnings fail; `true` unless given. */
    readonly failOnWarnings?: boolean
  }
  /** `contract diff`, `release` and `changelog`. */
  readonly changes?: ChangesConfig
  /** Code samples, for `contract samples` and `contract docs`; false for none. */
  readonly samples?: SamplesConfig | false
  /** `contract mock`. */
  readonly mock?: {
    /** 4010 unless given; 0 takes a free port. */
    readonly port?: number
    /** `127.0.0.1` unless given. */
    readonly host?: string
  }
  /** `contract sandbox`. */
  readonly sandbox?: {
    /** 4020 unless given; 0 takes a free port. */
    readonly port?: number
    /** `127.0.0.1` unless given. */
    readonly host?: string
    /** The SQLite file that keeps the state; without it, the state ends with the process. */
    readonly state?: string
    /** A file of rules: what the document does not tell. */
    readonly rules?: string
    /** The credentials that are let in; any of the right shape unless given. */
    readonly credentials?: readonly string[]
  }
  /** `contract docs`: the options of `buildSite` in `@contract-kit/docs`. */
  readonly docs?: Readonly<Record<string, unknown>>
  /** `contract check`, and `contract-checker` in this folder: the options of the checker, such as `url`, `identities` or `policies`. */
  readonly check?: CheckerConfig
}

/** One OpenAPI document. */
export interface DocumentConfig {
  /** The file to begin from; it may refer to others. */
  readonly source: string
  /** The folder of released bundles. Without one there is nothing to compare with. */
  readonly released?: string
  /** The output of `contract gen`. */
  readonly generate?: GenerateConfig
  /** Samples of this document, where they differ from those of the others. */
  readonly samples?: SamplesConfig
}

/** The files that `contract gen` writes, each where it is named. */
export interface GenerateConfig {
  /** Types by openapi-typescript. */
  readonly types?: string
  /** Whether types mark what is read-only and write-only (`readWriteMarkers` of openapi-typescript); `false` unless given. */
  readonly readWriteMarkers?: boolean
  /** The operation table: method, path, statuses, tags, and who may call. */
  readonly operations?: string
  /** The published bundle as a module, for servers. */
  readonly document?: string
  /** The client for `@contract-kit/client`. */
  readonly client?: string
  /** Examples of responses, for a fake of the client in tests. */
  readonly examples?: string
  /** Names in the client, and what it leaves out. */
  readonly clientOptions?: Omit<GenerateOptions, 'banner' | 'clientModule'>
}

/** How changes are rated and versions judged. */
export interface ChangesConfig {
  /** How `info.version` counts: `semver` unless given. */
  readonly versioning?: 'semver' | 'major-minor' | 'date' | 'none'
  /** The least impact that fails `contract diff`; unless given, a version that does not say what changed. */
  readonly failOn?: 'major' | 'minor' | 'patch' | 'version' | 'none'
  /** How changes are rated here, by the ids of `docs/changes.md`. */
  readonly rules?: Readonly<Record<string, RuleRating>>
  /** Rules for the time before something is removed. */
  readonly deprecation?: {
    /** The extension with the date of removal, as an ISO 8601 date: `x-sunset` unless given. */
    readonly sunsetExtension?: string
    /** Days between the deprecation and the sunset, at least. */
    readonly minimumDays?: number
    /** The impact of removing what is past its sunset: `major` unless given. */
    readonly removalAfterSunset?: 'major' | 'minor'
  }
}

/** Samples of code in the reference. */
export interface SamplesConfig {
  /** Languages in their order: `curl`, `client`, `fetch`, `python`, `go`, `java`, `csharp`, `php`, `ruby`; all unless given. */
  readonly languages?: readonly string[]
  /** The base URL in samples; the first server of the document unless given. */
  readonly baseUrl?: string
  /** The client by `@contract-kit/client`; there are no samples of it unless given. */
  readonly client?: SampleClientConfig
  /**
   * The extension of a response example that names its request: `{ request, path, query }`. `request` is the name of a
   * request example, or null for a request without a body. Samples show the request of the first example of success.
   */
  readonly requestExtension?: string
  /** Headers to print, such as one with a new token, where a response always has them. */
  readonly responseHeaders?: readonly string[]
}

/** How samples create the client. */
export interface SampleClientConfig {
  /** The module that exports `create`. */
  readonly module: string
  /** The function that creates a client of options, `baseUrl` among them. */
  readonly create: string
  /** The variable that holds the client; `client` unless given. */
  readonly name?: string
  /** Further options of the client; values of JSON. */
  readonly options?: JsonObject
  /** Options that only operations with credentials need, such as those of a login. */
  readonly sessionOptions?: JsonObject
}

/** Gives the type of a configuration to an editor: `export default defineConfig({ … })`. */
export function defineConfig(config: ContractConfig): ContractConfig {
  return config
}
