// https://developer.apple.com/documentation/swiftui/environmentkey
public protocol EnvironmentKey {
  // https://developer.apple.com/documentation/swiftui/environmentkey/value
  associatedtype Value
  // https://developer.apple.com/documentation/swiftui/environmentkey/defaultvalue
  static var defaultValue: Value { get }
}

// https://developer.apple.com/documentation/swiftui/environmentvalues
public struct EnvironmentValues: @unchecked Sendable {
  var values: [ObjectIdentifier: Any] = [:]
  var objects: [ObjectIdentifier: AnyObject] = [:]
  var observedObjects: [ObjectIdentifier: AnyObject] = [:]
  var dismissing: (() -> Void)?
  var presented = false
  var submits: [() -> Void] = []

  // https://developer.apple.com/documentation/swiftui/environmentvalues/init()
  public init() {}
  // https://developer.apple.com/documentation/swiftui/environmentvalues/dismiss
  public var dismiss: DismissAction { DismissAction(perform: dismissing ?? {}) }
  // https://developer.apple.com/documentation/swiftui/environmentvalues/ispresented
  public var isPresented: Bool { presented }
  // https://developer.apple.com/documentation/swiftui/environmentvalues/isenabled
  public var isEnabled = true
  // https://developer.apple.com/documentation/swiftui/environmentvalues/locale
  public var locale = Locale(identifier: "en")
  // https://developer.apple.com/documentation/swiftui/environmentvalues/layoutdirection
  public var layoutDirection = LayoutDirection.leftToRight
  // https://developer.apple.com/documentation/swiftui/environmentvalues/accessibilityreducemotion
  public package(set) var accessibilityReduceMotion = false
  // https://developer.apple.com/documentation/swiftui/environmentvalues/colorschemecontrast
  public package(set) var colorSchemeContrast = ColorSchemeContrast.standard
  // https://developer.apple.com/documentation/swiftui/environmentvalues/colorscheme
  public var colorScheme = ColorScheme.light
  // https://developer.apple.com/documentation/swiftui/environmentvalues/dynamictypesize
  public var dynamicTypeSize = DynamicTypeSize.large
  // https://developer.apple.com/documentation/swiftui/environmentvalues/scenephase
  public var scenePhase = ScenePhase.active
  // https://developer.apple.com/documentation/swiftui/environmentvalues/openurl
  public var openURL = OpenURLAction { _ in .systemAction }
}
// https://developer.apple.com/documentation/swiftui/environmentvalues/subscript(_:)
extension EnvironmentValues {
  public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
    get { values[ObjectIdentifier(key)] as? K.Value ?? K.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }
}

// https://developer.apple.com/documentation/swiftui/layoutdirection
public enum LayoutDirection: Hashable, CaseIterable, Sendable { case leftToRight, rightToLeft }
// https://developer.apple.com/documentation/swiftui/colorschemecontrast
public enum ColorSchemeContrast: CaseIterable, Hashable, Sendable { case standard, increased }
// https://developer.apple.com/documentation/swiftui/colorscheme
public enum ColorScheme: CaseIterable, Hashable, Sendable { case light, dark }
// https://developer.apple.com/documentation/swiftui/scenephase
public enum ScenePhase: Hashable, Comparable, Sendable { case background, inactive, active }
// https://developer.apple.com/documentation/swiftui/dynamictypesize
public enum DynamicTypeSize: Hashable, Comparable, CaseIterable, Sendable {
  case xSmall, small, medium, large, xLarge, xxLarge, xxxLarge
  case accessibility1, accessibility2, accessibility3, accessibility4, accessibility5
  // https://developer.apple.com/documentation/swiftui/dynamictypesize/isaccessibilitysize
  public var isAccessibilitySize: Bool { self >= .accessibility1 }
}

// https://developer.apple.com/documentation/swiftui/dismissaction
@MainActor @preconcurrency public struct DismissAction {
  nonisolated(unsafe) let perform: () -> Void

  nonisolated init(perform: @escaping () -> Void) { self.perform = perform }
  // https://developer.apple.com/documentation/swiftui/dismissaction/callasfunction()
  public func callAsFunction() { perform() }
}

// https://developer.apple.com/documentation/swiftui/openurlaction
@MainActor @preconcurrency public struct OpenURLAction {
  nonisolated(unsafe) let handler: (URL) -> Result

  // https://developer.apple.com/documentation/swiftui/openurlaction/init(handler:)
  nonisolated public init(handler: @escaping (URL) -> Result) { self.handler = handler }
  // https://developer.apple.com/documentation/swiftui/openurlaction/callasfunction(_:)
  public func callAsFunction(_ url: URL) { _ = handler(url) }

  // https://developer.apple.com/documentation/swiftui/openurlaction/result
  public struct Result: Sendable {
    // https://developer.apple.com/documentation/swiftui/openurlaction/result/handled
    public static let handled = Result()
    // https://developer.apple.com/documentation/swiftui/openurlaction/result/systemaction
    public static let systemAction = Result()
  }
}

// https://developer.apple.com/documentation/swiftui/viewmodifier
@MainActor @preconcurrency public protocol ViewModifier {
  // https://developer.apple.com/documentation/swiftui/viewmodifier/body
  associatedtype Body: View
  // https://developer.apple.com/documentation/swiftui/viewmodifier/body(content:)
  @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body
  // https://developer.apple.com/documentation/swiftui/viewmodifier/content
  typealias Content = _ViewModifier_Content<Self>
}

// https://developer.apple.com/documentation/swiftui/viewmodifier/content
@MainActor @preconcurrency public struct _ViewModifier_Content<Modifier: ViewModifier>: View {
  let content: any View
  public var body: Never { fatalError() }
}

// https://developer.apple.com/documentation/swiftui/modifiedcontent
nonisolated public struct ModifiedContent<Content, Modifier> {
  let content: Content
  let modifier: Modifier
}

// https://developer.apple.com/documentation/swiftui/modifiedcontent
extension ModifiedContent: View where Content: View, Modifier: ViewModifier {
  public var body: Never { fatalError() }
}

// https://developer.apple.com/documentation/swiftui/view
extension View {
  // https://developer.apple.com/documentation/swiftui/view/modifier(_:)
  nonisolated public func modifier<T>(_ modifier: T) -> ModifiedContent<Self, T> {
    ModifiedContent(content: self, modifier: modifier)
  }
  // https://developer.apple.com/documentation/swiftui/view/environment(_:_:)
  nonisolated public func environment<V>(_ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V)
    -> some View
  { changed(.environment { $0[keyPath: keyPath] = value }) }
  // https://developer.apple.com/documentation/swiftui/view/onopenurl(perform:)
  @available(macOS 11.0, iOS 14.0, *)
  nonisolated public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View {
    changed(.openURL(action))
  }
}

extension View {
  // https://developer.apple.com/documentation/swiftui/view/preferredcolorscheme(_:)
  @available(macOS 11.0, iOS 13.0, *)
  nonisolated public func preferredColorScheme(_ colorScheme: ColorScheme?) -> some View {
    changed(.environment { $0.colorScheme = colorScheme ?? $0.colorScheme })
  }
  // https://developer.apple.com/documentation/swiftui/view/dynamictypesize(_:)
  @available(macOS 12.0, iOS 15.0, *)
  nonisolated public func dynamicTypeSize(_ size: DynamicTypeSize) -> some View {
    changed(.environment { $0.dynamicTypeSize = size })
  }
}
