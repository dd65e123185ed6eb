import type { CheckerConfig } from '@contract-kit/checker'
import type { GenerateOptions } from '@contract-kit/client/generate'
import type { RuleRating } from '../changes/policies.ts'
import type { JsonObject } from '../documents/json.ts'

/**
 * The configuration of an API in `contract.config.ts`. Paths are relative to its folder. Every field but `documents` has a
 * default.
 */
export interface ContractConfig {
  /** The OpenAPI documents by name, each a path or an object. Bundles have the same names. */
  readonly documents: Readonly<Record<string, string | DocumentConfig>>
  /** The folder of bundles. Default: `dist`. */
  readonly outDir?: string
  /** Internal extensions, such as `x-source`. They are removed from published bundles. */
  readonly internalExtensions?: readonly string[]
  /** The format of the API's errors. */
  readonly errors?: {
    /** The response header with the error code, if there is one. */
    readonly codeHeader?: string
  }
  /** The extension for access levels. The operation table includes its value, and `contract diff` uses its order. */
  readonly access?: {
    /** Default: `x-access`. */
    readonly extension?: string
    /** From public to most restricted: `['none', 'session', 'admin']`. */
    readonly levels: readonly string[]
  }
  /** The extension `x-idempotency`, which declares whether an operation may be retried: `always`, `key` or `never`. */
  readonly idempotency?: {
    /** Whether every unsafe operation must declare it. Default: `false`. */
    readonly required?: boolean
  }
  /** The credentials in samples, the mock and the docs, by the name of the security scheme. */
  readonly credentials?: Readonly<Record<string, string>>
  /** `contract lint`. Its rules are in `redocly.yaml`. */
  readonly lint?: {
    /** Further files to lint, such as `workflows/*.arazzo.yaml`. */
    readonly files?: readonly string[]
    /** Whether warnings fail the run. Default: `true`. */
    readonly failOnWarnings?: boolean
  }
  /** `contract diff`, `release` and `changelog`. */
  readonly changes?: ChangesConfig
  /** Code samples, for `contract samples` and `contract docs`; false for none. */
  readonly samples?: SamplesConfig | false
  /** `contract mock`. */
  readonly mock?: {
    /** Default: 4010. 0 selects a free port. */
    readonly port?: number
    /** Default: `127.0.0.1`. */
    readonly host?: string
  }
  /** `contract sandbox`. */
  readonly sandbox?: {
    /** Default: 4020. 0 selects a free port. */
    readonly port?: number
    /** Default: `127.0.0.1`. */
    readonly host?: string
    /** The SQLite file for the state. Default: the state is kept in memory. */
    readonly state?: string
    /** A file of rules that the document cannot express. */
    readonly rules?: string
    /** The accepted credentials. Default: any of the right shape. */
    readonly credentials?: readonly string[]
  }
  /** `contract docs`: the options of `buildSite` in `@contract-kit/docs`. */
  readonly docs?: Readonly<Record<string, unknown>>
  /** `contract check`, and `contract-checker` in this folder: the options of the checker, such as `url`, `identities` or `policies`. */
  readonly check?: CheckerConfig
}

/** One OpenAPI document. */
export interface DocumentConfig {
  /** The root file; it may refer to others. */
  readonly source: string
  /** The folder of released bundles, the base of comparisons. */
  readonly released?: string
  /** The output of `contract gen`. */
  readonly generate?: GenerateConfig
  /** Sample options of this document, which override the common ones. */
  readonly samples?: SamplesConfig
}

/** The output files of `contract gen`; each is written if its path is set. */
export interface GenerateConfig {
  /** Types by openapi-typescript. */
  readonly types?: string
  /** Whether types mark read-only and write-only properties (`readWriteMarkers` of openapi-typescript). Default: `false`. */
  readonly readWriteMarkers?: boolean
  /** The operation table: method, path, statuses, tags and access. */
  readonly operations?: string
  /** The published bundle as a module, for servers. */
  readonly document?: string
  /** The client for `@contract-kit/client`. */
  readonly client?: string
  /** Examples of responses, for a fake of the client in tests. */
  readonly examples?: string
  /** Names in the client, and exclusions. */
  readonly clientOptions?: Omit<GenerateOptions, 'banner' | 'clientModule'>
}

/** How changes are rated and versions are checked. */
export interface ChangesConfig {
  /** The scheme of `info.version`. Default: `semver`. */
  readonly versioning?: 'semver' | 'major-minor' | 'date' | 'none'
  /** The lowest impact that fails `contract diff`. Default: fail if the version does not reflect the changes. */
  readonly failOn?: 'major' | 'minor' | 'patch' | 'version' | 'none'
  /** Overrides for the rating of changes, by the ids of `docs/changes.md`. */
  readonly rules?: Readonly<Record<string, RuleRating>>
  /** Rules for deprecation and removal. */
  readonly deprecation?: {
    /** The extension with the removal date (ISO 8601). Default: `x-sunset`. */
    readonly sunsetExtension?: string
    /** The minimum days between deprecation and sunset. */
    readonly minimumDays?: number
    /** The impact of a removal after the sunset. Default: `major`. */
    readonly removalAfterSunset?: 'major' | 'minor'
  }
}

/** Samples of code in the reference. */
export interface SamplesConfig {
  /** The languages in order: `curl`, `client`, `fetch`, `python`, `go`, `java`, `csharp`, `php`, `ruby`. Default: all. */
  readonly languages?: readonly string[]
  /** The base URL in samples. Default: the first server of the document. */
  readonly baseUrl?: string
  /** The client by `@contract-kit/client`. Default: no client samples. */
  readonly client?: SampleClientConfig
  /**
   * The extension of a response example that names its request: `{ request, path, query }`. `request` is the name of a
   * request example, or null for a request without a body. Samples show the request of the first example of success.
   */
  readonly requestExtension?: string
  /** Response headers to print, such as one with a new token, if a response always has them. */
  readonly responseHeaders?: readonly string[]
}

/** How samples create the client. */
export interface SampleClientConfig {
  /** The module that exports `create`. */
  readonly module: string
  /** The function that creates a client from options, including `baseUrl`. */
  readonly create: string
  /** The variable that holds the client. Default: `client`. */
  readonly name?: string
  /** Further options of the client, as JSON values. */
  readonly options?: JsonObject
  /** Options that only operations with credentials need, such as those of a login. */
  readonly sessionOptions?: JsonObject
}

/** Types a configuration, for editors: `export default defineConfig({ … })`. */
export function defineConfig(config: ContractConfig): ContractConfig {
  return config
}
