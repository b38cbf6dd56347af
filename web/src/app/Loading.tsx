/** While pages load (specification, section 1); the page holds the same text until the first script is there. */
export function Loading() {
  return (
    <p className="loading" role="status">
      Loading...
    </p>
  )
}
