/// Stand-in: a view that another one can cover, such as one that the app pushes in a navigation stack.
///
/// It follows these rules of SwiftUI: a covered view keeps its state, `onDisappear` and `onAppear` are called each time, and its
/// tasks run only while it is visible.
nonisolated struct CoveredView<Content: View>: PrimitiveView {
  let content: Content
  let isCovered: Bool
}

extension View {
  /// The view, and nothing while another one covers it.
  nonisolated package func covered(_ isCovered: Bool) -> some View {
    CoveredView(content: self, isCovered: isCovered)
  }
}

extension CoveredView: Drawable {
  @MainActor func draw(in node: Node) {
    node.place(content, at: "content", node.environment)
    let wasCovered = node.memory(false)
    if isCovered != wasCovered.value {
      node.screen.afterUpdate { [unowned node] in isCovered ? node.disappear() : node.appearAgain() }
    }
    wasCovered.value = isCovered
    node.shape = { isCovered ? [] : $0 }
  }
}
