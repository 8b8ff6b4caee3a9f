/// Stand-in: a view that presents another one.
nonisolated struct PresentingView<Content: View, Presented: View>: PrimitiveView {
  let kind: String
  let content: Content
  let isPresented: Binding<Bool>
  let onDismiss: (() -> Void)?
  let presented: () -> Presented
}
/// Stand-in: a view with an alert or a dialog.
nonisolated struct AlertingView<Content: View, Actions: View, Message: View>: PrimitiveView {
  let kind: String
  let content: Content
  let title: String
  let isPresented: Binding<Bool>
  let actions: Actions
  let message: Message
}

extension View {
  // https://developer.apple.com/documentation/swiftui/view/sheet(ispresented:ondismiss:content:)
  nonisolated public func sheet<Content: View>(
    isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
  ) -> some View {
    PresentingView(
      kind: "Sheet", content: self, isPresented: isPresented, onDismiss: onDismiss, presented: content)
  }
  #if canImport(UIKit)
    // https://developer.apple.com/documentation/swiftui/view/fullscreencover(ispresented:ondismiss:content:)
    @available(iOS 14.0, *)
    nonisolated public func fullScreenCover<Content: View>(
      isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil,
      @ViewBuilder content: @escaping () -> Content
    ) -> some View {
      PresentingView(
        kind: "Cover", content: self, isPresented: isPresented, onDismiss: onDismiss, presented: content)
    }
  #endif
  // https://developer.apple.com/documentation/swiftui/view/alert(_:ispresented:actions:message:)
  nonisolated public func alert<A: View, M: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A,
    @ViewBuilder message: () -> M
  ) -> some View {
    AlertingView(
      kind: "Alert", content: self, title: titleKey.text, isPresented: isPresented, actions: actions(),
      message: message())
  }
  // https://developer.apple.com/documentation/swiftui/view/alert(_:ispresented:actions:message:)
  @available(macOS 12.0, iOS 15.0, *)
  @_disfavoredOverload nonisolated public func alert<S: StringProtocol, A: View, M: View>(
    _ title: S, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A, @ViewBuilder message: () -> M
  ) -> some View {
    AlertingView(
      kind: "Alert", content: self, title: String(title), isPresented: isPresented, actions: actions(),
      message: message())
  }
  // https://developer.apple.com/documentation/swiftui/view/interactivedismissdisabled(_:)
  @available(macOS 12.0, iOS 15.0, *)
  nonisolated public func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View {
    changed(.keepsOpen(isDisabled))
  }
  // Not available at the package's deployment targets. The self-test calls it and expects an error.
  // https://developer.apple.com/documentation/swiftui/view/presentationsizing(_:)
  @available(macOS 15.0, iOS 18.0, *)
  nonisolated public func presentationSizing(_ sizing: some PresentationSizing) -> some View {
    changed(.look)
  }
}

// https://developer.apple.com/documentation/swiftui/presentationsizing
@available(macOS 15.0, iOS 18.0, *)
public protocol PresentationSizing {}
// https://developer.apple.com/documentation/swiftui/formpresentationsizing
@available(macOS 15.0, iOS 18.0, *)
public struct FormPresentationSizing: PresentationSizing {}
@available(macOS 15.0, iOS 18.0, *)
extension PresentationSizing where Self == FormPresentationSizing {
  // https://developer.apple.com/documentation/swiftui/presentationsizing/form
  public static var form: FormPresentationSizing { fatalError() }
}
