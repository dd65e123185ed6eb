import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Credential, SecurityScheme } from '../auth/credentials.ts'
import { describeSession } from '../auth/session.ts'
import { TextInput } from './fields.tsx'
import { Markdown } from './markdown.tsx'
import type { TryItProps } from '../state.ts'

/** Shows the session, if the service has one, and a form for each security scheme that an operation uses. */
export function AuthPanel({ tryIt }: TryItProps) {
  const { schemes, options } = tryIt
  if (schemes.length === 0) return null
  return (
    <section class="auth" aria-labelledby="auth-title">
      <h2 id="auth-title">{options.session === undefined ? 'Authentication' : 'Session'}</h2>
      {options.session !== undefined && <SessionBar tryIt={tryIt} />}
      {schemes.map((scheme) => (
        <details key={scheme.name} open={options.session === undefined && schemes.length < 3}>
          <summary>
            {scheme.name} <small>{describeScheme(scheme)}</small>
          </summary>
          <SchemeForm tryIt={tryIt} scheme={scheme} />
        </details>
      ))}
      <p class="hint">Stored in memory, for this server only, until you leave the page.</p>
    </section>
  )
}

/** Shows the token for the next request, and buttons to open a session and to sign in the example users. */
function SessionBar({ tryIt }: TryItProps) {
  const now = useSignal(tryIt.now())
  useEffect(() => {
    const timer = setInterval(() => (now.value = tryIt.now()), 1000)
    return () => clearInterval(timer)
  }, [tryIt, now])
  const { session } = tryIt.options
  if (session === undefined) return null
  const isBusy = tryIt.inFlight.value !== undefined
  return (
    <>
      <p data-session>{describeSession(tryIt.memory.value.token, Math.max(now.value, tryIt.now()))}</p>
      <p class="buttons">
        <button type="button" disabled={isBusy} onClick={() => void tryIt.openSession()}>
          {session.open.label}
        </button>
        {(session.signIns ?? []).map((signIn) => (
          <button
            key={signIn.label}
            type="button"
            disabled={isBusy}
            onClick={() => void tryIt.signIn(signIn)}
          >
            {signIn.label}
          </button>
        ))}
      </p>
    </>
  )
}

interface SchemeProps extends TryItProps {
  readonly scheme: SecurityScheme
}

/** Describes in a few words how a scheme sends credentials. */
function describeScheme({ kind, place, parameter, httpScheme }: SecurityScheme): string {
  switch (kind) {
    case 'apiKey':
      return `API key, ${place} ${parameter}`
    case 'basic':
      return 'user name and password'
    case 'bearer':
      return 'bearer token'
    case 'http':
      return `HTTP ${httpScheme}`
    case 'oauth2':
      return 'OAuth 2.0'
    case 'openIdConnect':
      return 'OpenID Connect'
    case 'other':
      return 'given by the browser'
  }
}

function SchemeForm({ tryIt, scheme }: SchemeProps) {
  const credential = tryIt.getCredential(scheme.name)
  const field = (name: 'value' | 'secret' | 'token', label: string, isSecret: boolean) => (
    <CredentialField
      tryIt={tryIt}
      scheme={scheme}
      credential={credential}
      name={name}
      label={label}
      isSecret={isSecret}
    />
  )
  return (
    <div class="scheme" role="group" aria-label={scheme.name}>
      <Markdown text={scheme.description} />
      {scheme.kind === 'apiKey' && field('value', scheme.parameter, !credential.isPublic)}
      {scheme.place === 'cookie' && (
        <p class="hint">A page cannot set this cookie. Only the code samples contain it.</p>
      )}
      {scheme.kind === 'basic' && [field('value', 'User name', false), field('secret', 'Password', true)]}
      {scheme.kind === 'oauth2' && <OAuthForm tryIt={tryIt} scheme={scheme} />}
      {scheme.kind === 'openIdConnect' && (
        <p class="hint">
          Get a token from the provider at <code>{scheme.openIdConnectUrl}</code> and paste it here.
        </p>
      )}
      {['bearer', 'oauth2', 'openIdConnect'].includes(scheme.kind) && field('token', 'Token', true)}
      {scheme.kind === 'http' && field('token', `Authorization, after ${scheme.httpScheme}`, true)}
      {scheme.kind === 'other' && <p class="hint">The browser sends its client certificate.</p>}
    </div>
  )
}

interface CredentialFieldProps extends SchemeProps {
  readonly credential: Credential
  readonly name: 'value' | 'secret' | 'token'
  readonly label: string
  readonly isSecret: boolean
}

function CredentialField({ tryIt, scheme, credential, name, label, isSecret }: CredentialFieldProps) {
  const id = `auth-${scheme.name}-${name}`
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <TextInput
        shared={{ id, value: credential[name] }}
        isSecret={isSecret}
        onType={(typed) => tryIt.setCredential(scheme.name, { [name]: typed })}
      />
    </div>
  )
}

/**
 * Shows the client id, client secret, scopes, and a button for each supported flow. No flow needs the user's password on this
 * page.
 */
function OAuthForm({ tryIt, scheme }: SchemeProps) {
  const told = useSignal('')
  const credential = tryIt.getCredential(scheme.name)
  const { clientCredentials, authorizationCode } = scheme.flows
  const flow = clientCredentials ?? authorizationCode
  if (flow === undefined) return <p class="hint">Get a token from the provider, and paste it here.</p>
  const get = async (name: 'clientCredentials' | 'authorizationCode'): Promise<void> => {
    told.value = 'Waiting …'
    told.value = await tryIt.getToken(scheme, name)
  }
  const scopes = Object.entries({ ...authorizationCode?.scopes, ...clientCredentials?.scopes })
  const field = (name: 'value' | 'secret', label: string) => (
    <CredentialField
      tryIt={tryIt}
      scheme={scheme}
      credential={credential}
      name={name}
      label={label}
      isSecret={name === 'secret'}
    />
  )
  return (
    <>
      {field('value', 'Client id')}
      {field('secret', 'Client secret')}
      {scopes.length > 0 && (
        <fieldset>
          <legend>Scopes</legend>
          {scopes.map(([scope, text]) => (
            <label key={scope} class="inline" title={text}>
              <input
                type="checkbox"
                checked={credential.scopes.includes(scope)}
                onChange={(event) => {
                  const others = credential.scopes.filter((one) => one !== scope)
                  const chosen = event.currentTarget.checked ? [...others, scope] : others
                  tryIt.setCredential(scheme.name, { scopes: chosen })
                }}
              />
              {scope}
            </label>
          ))}
        </fieldset>
      )}
      <p class="buttons">
        {clientCredentials !== undefined && (
          <button type="button" onClick={() => void get('clientCredentials')}>
            Get a token for the client
          </button>
        )}
        {authorizationCode !== undefined && (
          <button type="button" onClick={() => void get('authorizationCode')}>
            Sign in at the provider
          </button>
        )}
        <span role="status">{told.value}</span>
      </p>
    </>
  )
}
