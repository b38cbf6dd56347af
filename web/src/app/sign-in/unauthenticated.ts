import { getClubList } from '@honbu/contract/clubs.ts'
import type { Endpoint } from '@honbu/contract/endpoint.ts'
import { address } from '../base.ts'
import { forget, isFirst, mayGoAgain } from '../not-in-circles.ts'
import { renewSilently } from './session.ts'

/** Noted while GetClubList hasn't been answered since it started a sign-in. */
const startedByClubList = 'honbu.club-list-failed'

/**
 * A call was answered with 401: can it be tried again? After a silent sign-in, yes; otherwise the visitor is on the way to
 * the login. GetClubList starts the sign-in immediately, and once only (specification, section 7).
 */
export async function recover(endpoint: Endpoint): Promise<boolean> {
  if (endpoint === getClubList) {
    if (!isSigningIn() && isFirst(startedByClubList)) startSignIn()
    return false
  }
  if (await renewSilently()) return true
  if (!isSigningIn() && mayGoAgain('honbu.sign-in-started')) startSignIn()
  return false
}

/** A call was answered. */
export function recovered(endpoint: Endpoint): void {
  if (endpoint === getClubList) forget(startedByClubList)
}

const isSigningIn = () => window.location.href.startsWith(address('authentication/'))

const startSignIn = () =>
  window.location.assign(
    `${address('authentication/login')}?${new URLSearchParams({ returnUrl: window.location.href })}`,
  )
