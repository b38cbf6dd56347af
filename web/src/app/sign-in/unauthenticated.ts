import { getClubList } from '@honbu/contract/clubs.ts'
import type { Endpoint } from '@honbu/contract/endpoint.ts'
import { address } from '../base.ts'
import { mayGoAgain } from '../not-in-circles.ts'
import { renewSilently } from './session.ts'

/**
 * A call was answered with 401: can it be tried again? After a silent sign-in, yes; otherwise the visitor is on his way
 * to the login. GetClubList starts the sign-in at once, and once only (specification, section 7).
 */
export async function recover(endpoint: Endpoint): Promise<boolean> {
  if (endpoint !== getClubList && (await renewSilently())) return true
  startSignIn()
  return false
}

function startSignIn(): void {
  const { href } = window.location
  const isSigningIn = href.startsWith(address('authentication/'))
  if (isSigningIn || !mayGoAgain('honbu.sign-in-started')) return
  window.location.assign(`${address('authentication/login')}?${new URLSearchParams({ returnUrl: href })}`)
}
