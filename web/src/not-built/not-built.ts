/**
 * The screens of the specification (section 2) that have no screen of their own yet: address and title. Whoever builds
 * one takes its line away here and adds it to app/routes.ts; when nothing is left, this folder goes.
 */
export const notBuilt: readonly (readonly [path: string, title: string])[] = []
