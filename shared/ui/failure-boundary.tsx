import { Component, type ReactNode } from 'react'

interface FailureBoundaryProps {
  /** Shown instead when a part below fails. */
  readonly instead: ReactNode
  readonly children: ReactNode
}

/** What fails below it is taken away as a whole, so that nothing half drawn or old is read as an outcome. */
export class FailureBoundary extends Component<FailureBoundaryProps, { readonly failed: boolean }> {
  override readonly state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.instead : this.props.children
  }
}
