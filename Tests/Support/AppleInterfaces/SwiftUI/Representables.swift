#if canImport(UIKit)
  public import UIKit

  // https://developer.apple.com/documentation/swiftui/uiviewrepresentable
  @MainActor @preconcurrency public protocol UIViewRepresentable: View where Body == Never {
    // https://developer.apple.com/documentation/swiftui/uiviewrepresentable/uiviewtype
    associatedtype UIViewType: UIView
    // https://developer.apple.com/documentation/swiftui/uiviewrepresentable/coordinator
    associatedtype Coordinator = Void
    // https://developer.apple.com/documentation/swiftui/uiviewrepresentable/makeuiview(context:)
    @MainActor @preconcurrency func makeUIView(context: Context) -> UIViewType
    // https://developer.apple.com/documentation/swiftui/uiviewrepresentable/updateuiview(_:context:)
    @MainActor @preconcurrency func updateUIView(_ uiView: UIViewType, context: Context)
    // https://developer.apple.com/documentation/swiftui/uiviewrepresentable/makecoordinator()
    @MainActor @preconcurrency func makeCoordinator() -> Coordinator
    // https://developer.apple.com/documentation/swiftui/uiviewrepresentable/context
    typealias Context = UIViewRepresentableContext<Self>
  }
  extension UIViewRepresentable {
    public var body: Never { fatalError() }
  }
  // https://developer.apple.com/documentation/swiftui/uiviewrepresentable/makecoordinator()
  extension UIViewRepresentable where Coordinator == Void {
    public func makeCoordinator() {}
  }
  // https://developer.apple.com/documentation/swiftui/uiviewrepresentablecontext
  @MainActor @preconcurrency public struct UIViewRepresentableContext<Representable: UIViewRepresentable> {
    #if os(Linux)
      package init() {}
    #endif
  }

  // https://developer.apple.com/documentation/swiftui/uiviewcontrollerrepresentable
  @MainActor @preconcurrency public protocol UIViewControllerRepresentable: View where Body == Never {
    // https://developer.apple.com/documentation/swiftui/uiviewcontrollerrepresentable/uiviewcontrollertype
    associatedtype UIViewControllerType: UIViewController
    // https://developer.apple.com/documentation/swiftui/uiviewcontrollerrepresentable/coordinator
    associatedtype Coordinator = Void
    // https://developer.apple.com/documentation/swiftui/uiviewcontrollerrepresentable/makeuiviewcontroller(context:)
    @MainActor @preconcurrency func makeUIViewController(context: Context) -> UIViewControllerType
    // https://developer.apple.com/documentation/swiftui/uiviewcontrollerrepresentable/updateuiviewcontroller(_:context:)
    @MainActor @preconcurrency func updateUIViewController(
      _ uiViewController: UIViewControllerType, context: Context)
    // https://developer.apple.com/documentation/swiftui/uiviewcontrollerrepresentable/makecoordinator()
    @MainActor @preconcurrency func makeCoordinator() -> Coordinator
    // https://developer.apple.com/documentation/swiftui/uiviewcontrollerrepresentable/context
    typealias Context = UIViewControllerRepresentableContext<Self>
  }
  extension UIViewControllerRepresentable {
    public var body: Never { fatalError() }
  }
  // https://developer.apple.com/documentation/swiftui/uiviewcontrollerrepresentablecontext
  @MainActor @preconcurrency
  public struct UIViewControllerRepresentableContext<Representable: UIViewControllerRepresentable> {
    // https://developer.apple.com/documentation/swiftui/uiviewcontrollerrepresentablecontext/coordinator
    public let coordinator: Representable.Coordinator
    #if os(Linux)
      package init(coordinator: Representable.Coordinator) { self.coordinator = coordinator }
    #endif
  }
#else
  public import AppKit

  // https://developer.apple.com/documentation/swiftui/nsviewrepresentable
  @MainActor @preconcurrency public protocol NSViewRepresentable: View where Body == Never {
    // https://developer.apple.com/documentation/swiftui/nsviewrepresentable/nsviewtype
    associatedtype NSViewType: NSView
    // https://developer.apple.com/documentation/swiftui/nsviewrepresentable/coordinator
    associatedtype Coordinator = Void
    // https://developer.apple.com/documentation/swiftui/nsviewrepresentable/makensview(context:)
    @MainActor @preconcurrency func makeNSView(context: Context) -> NSViewType
    // https://developer.apple.com/documentation/swiftui/nsviewrepresentable/updatensview(_:context:)
    @MainActor @preconcurrency func updateNSView(_ nsView: NSViewType, context: Context)
    // https://developer.apple.com/documentation/swiftui/nsviewrepresentable/makecoordinator()
    @MainActor @preconcurrency func makeCoordinator() -> Coordinator
    // https://developer.apple.com/documentation/swiftui/nsviewrepresentable/context
    typealias Context = NSViewRepresentableContext<Self>
  }
  extension NSViewRepresentable {
    public var body: Never { fatalError() }
  }
  // https://developer.apple.com/documentation/swiftui/nsviewrepresentable/makecoordinator()
  extension NSViewRepresentable where Coordinator == Void {
    public func makeCoordinator() {}
  }
  // https://developer.apple.com/documentation/swiftui/nsviewrepresentablecontext
  @MainActor @preconcurrency public struct NSViewRepresentableContext<Representable: NSViewRepresentable> {
    #if os(Linux)
      package init() {}
    #endif
  }
#endif
