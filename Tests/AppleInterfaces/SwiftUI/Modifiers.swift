public import Combine
public import Foundation
public import Observation

#if canImport(UIKit)
  public import UIKit
#else
  public import AppKit
#endif

// https://developer.apple.com/documentation/swiftui/font
public struct Font: Hashable, Sendable {
  // https://developer.apple.com/documentation/swiftui/font/body
  public static let body = Font()
  // https://developer.apple.com/documentation/swiftui/font/caption
  public static let caption = Font()
  // https://developer.apple.com/documentation/swiftui/font/subheadline
  public static let subheadline = Font()
  // https://developer.apple.com/documentation/swiftui/font/headline
  public static let headline = Font()
  // https://developer.apple.com/documentation/swiftui/font/system(_:design:weight:)
  @available(macOS 13.0, iOS 16.0, *)
  public static func system(_ style: TextStyle, design: Design? = nil, weight: Weight? = nil) -> Font {
    fatalError()
  }

  // https://developer.apple.com/documentation/swiftui/font/textstyle
  public enum TextStyle: Sendable { case body, caption }
  // https://developer.apple.com/documentation/swiftui/font/design
  public enum Design: Hashable, Sendable { case `default`, monospaced }
  // https://developer.apple.com/documentation/swiftui/font/weight
  public struct Weight: Hashable, Sendable {}
}

// https://developer.apple.com/documentation/swiftui/color
public struct Color: Hashable, Sendable {
  // https://developer.apple.com/documentation/swiftui/color/secondary
  public static let secondary = Color()
  // https://developer.apple.com/documentation/swiftui/color/red
  public static let red = Color()
}

// https://developer.apple.com/documentation/swiftui/shapestyle
public protocol ShapeStyle: Sendable {}
// https://developer.apple.com/documentation/swiftui/hierarchicalshapestyle
public struct HierarchicalShapeStyle: ShapeStyle {}
extension ShapeStyle where Self == HierarchicalShapeStyle {
  // https://developer.apple.com/documentation/swiftui/shapestyle/secondary
  public static var secondary: HierarchicalShapeStyle { fatalError() }
}

// https://developer.apple.com/documentation/swiftui/edge
public enum Edge: Int8, Sendable {
  case top, leading, bottom, trailing

  // https://developer.apple.com/documentation/swiftui/edge/set
  public struct Set: OptionSet, Sendable {
    public let rawValue: Int8
    public init(rawValue: Int8) { self.rawValue = rawValue }
    // https://developer.apple.com/documentation/swiftui/edge/set/all
    public static let all = Set(rawValue: 15)
    // https://developer.apple.com/documentation/swiftui/edge/set/trailing
    public static let trailing = Set(rawValue: 8)
  }
}

// https://developer.apple.com/documentation/swiftui/text/truncationmode
extension Text {
  public enum TruncationMode: Sendable { case head, tail, middle }
}

// https://developer.apple.com/documentation/swiftui/accessibilitytraits
public struct AccessibilityTraits: Sendable {
  // https://developer.apple.com/documentation/swiftui/accessibilitytraits/isheader
  public static let isHeader = AccessibilityTraits()
}

extension View {
  // https://developer.apple.com/documentation/swiftui/view/font(_:)
  nonisolated public func font(_ font: Font?) -> some View { SomeView() }
  // https://developer.apple.com/documentation/swiftui/view/id(_:)
  nonisolated public func id<ID: Hashable>(_ id: ID) -> some View { SomeView() }
  // https://developer.apple.com/documentation/swiftui/view/foregroundcolor(_:)
  nonisolated public func foregroundColor(_ color: Color?) -> some View { SomeView() }
  // https://developer.apple.com/documentation/swiftui/view/foregroundstyle(_:)
  nonisolated public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View { SomeView() }
  // https://developer.apple.com/documentation/swiftui/view/frame(width:height:alignment:)
  nonisolated public func frame(
    width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center
  ) -> some View { SomeView() }
  // https://developer.apple.com/documentation/swiftui/view/frame(minwidth:idealwidth:maxwidth:minheight:idealheight:maxheight:alignment:)
  nonisolated public func frame(
    minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil,
    idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil, alignment: Alignment = .center
  ) -> some View { SomeView() }
  // https://developer.apple.com/documentation/swiftui/view/padding(_:_:)
  nonisolated public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View {
    SomeView()
  }
  // https://developer.apple.com/documentation/swiftui/view/disabled(_:)
  nonisolated public func disabled(_ disabled: Bool) -> some View { SomeView() }
  // https://developer.apple.com/documentation/swiftui/view/autocorrectiondisabled(_:)
  @available(macOS 10.15, iOS 13.0, *)
  nonisolated public func autocorrectionDisabled(_ disable: Bool = true) -> some View { SomeView() }
  // https://developer.apple.com/documentation/swiftui/view/linelimit(_:)
  nonisolated public func lineLimit(_ number: Int?) -> some View { SomeView() }
  // https://developer.apple.com/documentation/swiftui/view/truncationmode(_:)
  nonisolated public func truncationMode(_ mode: Text.TruncationMode) -> some View { SomeView() }
  // https://developer.apple.com/documentation/swiftui/view/navigationtitle(_:)
  nonisolated public func navigationTitle(_ titleKey: LocalizedStringKey) -> some View { SomeView() }
  // https://developer.apple.com/documentation/swiftui/view/toolbar(content:)
  nonisolated public func toolbar<Content: ToolbarContent>(
    @ToolbarContentBuilder content: () -> Content
  ) -> some View { SomeView() }
  // https://developer.apple.com/documentation/swiftui/view/sheet(ispresented:ondismiss:content:)
  nonisolated public func sheet<Content: View>(
    isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
  ) -> some View { SomeView() }
  // https://developer.apple.com/documentation/swiftui/view/alert(_:ispresented:actions:message:)
  nonisolated public func alert<A: View, M: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A,
    @ViewBuilder message: () -> M
  ) -> some View { SomeView() }
  // https://developer.apple.com/documentation/swiftui/view/environment(_:)
  @available(macOS 14.0, iOS 17.0, *)
  nonisolated public func environment<T: AnyObject & Observable>(_ object: T?) -> some View { SomeView() }
  // https://developer.apple.com/documentation/swiftui/view/environmentobject(_:)
  nonisolated public func environmentObject<T: ObservableObject>(_ object: T) -> some View { SomeView() }
  // https://developer.apple.com/documentation/swiftui/view/accessibilitylabel(_:)
  nonisolated public func accessibilityLabel(_ labelKey: LocalizedStringKey) -> some View { SomeView() }
  // https://developer.apple.com/documentation/swiftui/view/accessibilitylabel(_:)
  @_disfavoredOverload nonisolated public func accessibilityLabel(_ label: Text) -> some View { SomeView() }
  // https://developer.apple.com/documentation/swiftui/view/accessibilityhidden(_:)
  nonisolated public func accessibilityHidden(_ hidden: Bool) -> some View { SomeView() }
  // https://developer.apple.com/documentation/swiftui/view/accessibilityaddtraits(_:)
  nonisolated public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View { SomeView() }
  // https://developer.apple.com/documentation/swiftui/view/keyboardshortcut(_:)
  nonisolated public func keyboardShortcut(_ shortcut: KeyboardShortcut) -> some View { SomeView() }
  // Not available at the package's deployment targets. The self-test calls it and expects an error.
  // https://developer.apple.com/documentation/swiftui/view/presentationsizing(_:)
  @available(macOS 15.0, iOS 18.0, *)
  nonisolated public func presentationSizing(_ sizing: some PresentationSizing) -> some View { SomeView() }
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

// https://developer.apple.com/documentation/swiftui/keyboardshortcut
public struct KeyboardShortcut: Sendable {
  // https://developer.apple.com/documentation/swiftui/keyboardshortcut/cancelaction
  public static let cancelAction = KeyboardShortcut()
  // https://developer.apple.com/documentation/swiftui/keyboardshortcut/defaultaction
  public static let defaultAction = KeyboardShortcut()
}

extension View {
  // https://developer.apple.com/documentation/swiftui/view/task(priority:_:)
  nonisolated public func task(
    priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View { SomeView() }

  #if canImport(UIKit)
    // https://developer.apple.com/documentation/swiftui/view/textcontenttype(_:)-ufdv
    nonisolated public func textContentType(_ textContentType: UITextContentType?) -> some View { SomeView() }
  #else
    // https://developer.apple.com/documentation/swiftui/view/textcontenttype(_:)-6fic1
    nonisolated public func textContentType(_ textContentType: NSTextContentType?) -> some View { SomeView() }
  #endif
}

#if canImport(UIKit)
  // https://developer.apple.com/documentation/swiftui/textinputautocapitalization
  public struct TextInputAutocapitalization: Sendable {
    // https://developer.apple.com/documentation/swiftui/textinputautocapitalization/never
    public static var never: TextInputAutocapitalization { fatalError() }
  }

  extension View {
    // https://developer.apple.com/documentation/swiftui/view/textinputautocapitalization(_:)
    nonisolated public func textInputAutocapitalization(
      _ autocapitalization: TextInputAutocapitalization?
    ) -> some View { SomeView() }
    // https://developer.apple.com/documentation/swiftui/view/navigationbartitledisplaymode(_:)
    nonisolated public func navigationBarTitleDisplayMode(
      _ displayMode: NavigationBarItem.TitleDisplayMode
    ) -> some View { SomeView() }
  }

  // https://developer.apple.com/documentation/swiftui/navigationbaritem
  public struct NavigationBarItem: Sendable {
    // https://developer.apple.com/documentation/swiftui/navigationbaritem/titledisplaymode
    public enum TitleDisplayMode: Sendable { case automatic, inline, large }
  }
#endif
