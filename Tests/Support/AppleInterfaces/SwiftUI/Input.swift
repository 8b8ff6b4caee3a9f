#if canImport(UIKit)
  public import UIKit
#else
  public import AppKit
#endif

/// Stand-in: a view whose field has the keyboard when a state has a value.
nonisolated struct FocusedView<Content: View, Value: Hashable>: PrimitiveView {
  let content: Content
  let binding: FocusState<Value>.Binding
  let value: Value
}
/// Stand-in: a view whose fields perform an action for the Return key.
nonisolated struct SubmittingView<Content: View>: PrimitiveView {
  let content: Content
  let action: () -> Void
}

extension View {
  // https://developer.apple.com/documentation/swiftui/view/focused(_:equals:)
  @available(macOS 12.0, iOS 15.0, *)
  nonisolated public func focused<Value: Hashable>(
    _ binding: FocusState<Value>.Binding, equals value: Value
  ) -> some View { FocusedView(content: self, binding: binding, value: value) }
  // https://developer.apple.com/documentation/swiftui/view/onsubmit(of:_:)
  @available(macOS 12.0, iOS 15.0, *)
  nonisolated public func onSubmit(
    of triggers: SubmitTriggers = .text, _ action: @escaping () -> Void
  ) -> some View { SubmittingView(content: self, action: action) }
  // https://developer.apple.com/documentation/swiftui/view/submitlabel(_:)
  @available(macOS 12.0, iOS 15.0, *)
  nonisolated public func submitLabel(_ submitLabel: SubmitLabel) -> some View {
    changed(.note("submit=\(submitLabel.name)"))
  }
  // https://developer.apple.com/documentation/swiftui/view/autocorrectiondisabled(_:)
  @available(macOS 10.15, iOS 13.0, *)
  nonisolated public func autocorrectionDisabled(_ disable: Bool = true) -> some View {
    changed(disable ? .note("uncorrected") : .look)
  }
}

// https://developer.apple.com/documentation/swiftui/submittriggers
public struct SubmitTriggers: Sendable {
  // https://developer.apple.com/documentation/swiftui/submittriggers/text
  public static let text = SubmitTriggers()
}
// https://developer.apple.com/documentation/swiftui/submitlabel
public struct SubmitLabel: Sendable {
  let name: String
  // https://developer.apple.com/documentation/swiftui/submitlabel/next
  public static let next = SubmitLabel(name: "next")
  // https://developer.apple.com/documentation/swiftui/submitlabel/go
  public static let go = SubmitLabel(name: "go")
  // https://developer.apple.com/documentation/swiftui/submitlabel/continue
  public static let `continue` = SubmitLabel(name: "continue")
}

extension View {
  #if canImport(UIKit)
    // https://developer.apple.com/documentation/swiftui/view/textcontenttype(_:)-ufdv
    nonisolated public func textContentType(_ textContentType: UITextContentType?) -> some View {
      changed(textContentType.map { .note("type=\($0.rawValue)") } ?? .look)
    }
    // https://developer.apple.com/documentation/swiftui/view/keyboardtype(_:)
    nonisolated public func keyboardType(_ type: UIKeyboardType) -> some View {
      changed(type == .default ? .look : .note("keyboard=\(type)"))
    }
    // https://developer.apple.com/documentation/swiftui/view/textinputautocapitalization(_:)
    nonisolated public func textInputAutocapitalization(
      _ autocapitalization: TextInputAutocapitalization?
    ) -> some View { changed(autocapitalization.map { .note("capitals=\($0.name)") } ?? .look) }
    // https://developer.apple.com/documentation/swiftui/view/navigationbartitledisplaymode(_:)
    nonisolated public func navigationBarTitleDisplayMode(
      _ displayMode: NavigationBarItem.TitleDisplayMode
    ) -> some View { changed(.look) }
  #else
    // https://developer.apple.com/documentation/swiftui/view/textcontenttype(_:)-6fic1
    nonisolated public func textContentType(_ textContentType: NSTextContentType?) -> some View {
      changed(textContentType.map { .note("type=\($0.rawValue)") } ?? .look)
    }
  #endif
}

#if canImport(UIKit)
  // https://developer.apple.com/documentation/swiftui/textinputautocapitalization
  public struct TextInputAutocapitalization: Sendable {
    let name: String
    // https://developer.apple.com/documentation/swiftui/textinputautocapitalization/never
    public static var never: TextInputAutocapitalization { .init(name: "never") }
    // https://developer.apple.com/documentation/swiftui/textinputautocapitalization/words
    public static var words: TextInputAutocapitalization { .init(name: "words") }
    // https://developer.apple.com/documentation/swiftui/textinputautocapitalization/characters
    public static var characters: TextInputAutocapitalization { .init(name: "characters") }
  }

  // https://developer.apple.com/documentation/swiftui/navigationbaritem
  public struct NavigationBarItem: Sendable {
    // https://developer.apple.com/documentation/swiftui/navigationbaritem/titledisplaymode
    public enum TitleDisplayMode: Sendable { case automatic, inline, large }
  }
#endif
