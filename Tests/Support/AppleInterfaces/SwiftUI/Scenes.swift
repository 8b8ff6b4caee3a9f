// https://developer.apple.com/documentation/swiftui/app
@MainActor @preconcurrency public protocol App {
  // https://developer.apple.com/documentation/swiftui/app/body-swift.associatedtype
  associatedtype Body: Scene
  // https://developer.apple.com/documentation/swiftui/app/body-swift.property
  @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
  // https://developer.apple.com/documentation/swiftui/app/init()
  @MainActor @preconcurrency init()
}
extension App {
  // https://developer.apple.com/documentation/swiftui/app/main()
  @MainActor @preconcurrency public static func main() {}
}

// https://developer.apple.com/documentation/swiftui/scene
@MainActor @preconcurrency public protocol Scene {
  // https://developer.apple.com/documentation/swiftui/scene/body-swift.associatedtype
  associatedtype Body: Scene
  // https://developer.apple.com/documentation/swiftui/scene/body-swift.property
  @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

// https://developer.apple.com/documentation/swift/never
extension Never: Scene {}

// https://developer.apple.com/documentation/swiftui/scenebuilder
@resultBuilder public struct SceneBuilder {
  // https://developer.apple.com/documentation/swiftui/scenebuilder/buildexpression(_:)
  public static func buildExpression<Content: Scene>(_ content: Content) -> Content { content }
  // https://developer.apple.com/documentation/swiftui/scenebuilder/buildblock(_:)
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

// https://developer.apple.com/documentation/swiftui/windowgroup
nonisolated public struct WindowGroup<Content: View>: Scene {
  let content: Content
  // https://developer.apple.com/documentation/swiftui/windowgroup/init(content:)
  nonisolated public init(@ViewBuilder content: () -> Content) { self.content = content() }
  public var body: Never { fatalError() }
}

/// Stand-in: a scene with other values of the environment.
nonisolated struct ChangedScene<Content: Scene>: Scene {
  let content: Content
  let change: (inout EnvironmentValues) -> Void
  var body: Never { fatalError() }
}
extension Scene {
  // https://developer.apple.com/documentation/swiftui/scene/environment(_:_:)
  @available(macOS 14.0, iOS 17.0, *)
  nonisolated public func environment<V>(_ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V)
    -> some Scene
  { ChangedScene(content: self) { $0[keyPath: keyPath] = value } }
}

#if canImport(UIKit)
  // https://developer.apple.com/documentation/swiftui/uiapplicationdelegateadaptor
  @available(iOS 14.0, *)
  @MainActor @propertyWrapper @preconcurrency
  public struct UIApplicationDelegateAdaptor<DelegateType: NSObject & UIApplicationDelegate>: DynamicProperty
  {
    // https://developer.apple.com/documentation/swiftui/uiapplicationdelegateadaptor/init(_:)
    public init(_ delegateType: DelegateType.Type = DelegateType.self) {}
    // https://developer.apple.com/documentation/swiftui/uiapplicationdelegateadaptor/wrappedvalue
    @MainActor @preconcurrency public var wrappedValue: DelegateType { fatalError() }
  }
#else
  // https://developer.apple.com/documentation/swiftui/nsapplicationdelegateadaptor
  @available(macOS 11.0, *)
  @MainActor @propertyWrapper @preconcurrency
  public struct NSApplicationDelegateAdaptor<DelegateType: NSObject & NSApplicationDelegate>: DynamicProperty
  {
    // https://developer.apple.com/documentation/swiftui/nsapplicationdelegateadaptor/init(_:)
    public init(_ delegateType: DelegateType.Type = DelegateType.self) {}
    // https://developer.apple.com/documentation/swiftui/nsapplicationdelegateadaptor/wrappedvalue
    @MainActor @preconcurrency public var wrappedValue: DelegateType { fatalError() }
  }
#endif
