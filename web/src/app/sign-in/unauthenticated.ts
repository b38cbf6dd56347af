import type { Endpoint } from '@honbu/contract/endpoint.ts'
import { getClubList } from '@honbu/contract/my-clubs.ts'
import { address } from '../base.ts'
import { clubListFailed, isFirst, mayGoAgain } from '../not-in-circles.ts'
import { renewSilently } from './session.ts'

/**
 * A call was answered with 401: can it be tried again? After a silent sign-in, yes; otherwise the visitor is on the way to
 * the login. GetClubList starts the sign-in immediately, and once only (specification, section 7).
 */
export async function recover(endpoint: Endpoint): Promise<boolean> {
  if (endpoint === getClubList) {
    if (!isSigningIn() && isFirst(clubListFailed)) startSignIn()
    return false
  }
  if (await renewSilently()) return true
  if (!isSigningIn() && mayGoAgain('honbu.sign-in-started')) startSignIn()
  return false
}

const isSigningIn = () => window.location.href.startsWith(address('authentication/'))

const startSignIn = () =>
  window.location.assign(
    `${address('authentication/login')}?${new URLSearchParams({ returnUrl: window.location.href })}`,
  )
