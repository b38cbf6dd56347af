import type { AppParts } from '../src/app.ts'

/** The settings of an application under test: at the root, silent, its own provider of identity. */
export const plainConfig: AppParts['config'] = {
  baseUrl: 'http://localhost',
  basePath: '',
  oidc: { authority: undefined, clientId: 'Honbu.Web', audience: undefined, scope: undefined, twoFactor: ['mfa'] },
  logLevel: 'silent',
  trustProxy: false,
  smsFrom: '+447700900000',
}
