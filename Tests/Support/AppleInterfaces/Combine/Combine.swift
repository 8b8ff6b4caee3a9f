// https://developer.apple.com/documentation/combine/publisher
@available(macOS 10.15, iOS 13.0, *)
public protocol Publisher<Output, Failure> {
  // https://developer.apple.com/documentation/combine/publisher/output
  associatedtype Output
  // https://developer.apple.com/documentation/combine/publisher/failure
  associatedtype Failure: Error
}

// https://developer.apple.com/documentation/combine/observableobjectpublisher
@available(macOS 10.15, iOS 13.0, *)
public final class ObservableObjectPublisher: Publisher {
  // https://developer.apple.com/documentation/combine/observableobjectpublisher/output
  public typealias Output = Void
  // https://developer.apple.com/documentation/combine/observableobjectpublisher/failure
  public typealias Failure = Never
  // https://developer.apple.com/documentation/combine/observableobjectpublisher/init()
  public init() {}
  // https://developer.apple.com/documentation/combine/observableobjectpublisher/send()
  public final func send() {}
}

// https://developer.apple.com/documentation/combine/observableobject
@available(macOS 10.15, iOS 13.0, *)
public protocol ObservableObject: AnyObject {
  // https://developer.apple.com/documentation/combine/observableobject/objectwillchangepublisher
  associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
  where ObjectWillChangePublisher.Failure == Never
  // https://developer.apple.com/documentation/combine/observableobject/objectwillchange
  var objectWillChange: ObjectWillChangePublisher { get }
}

// https://developer.apple.com/documentation/combine/observableobject/objectwillchange
@available(macOS 10.15, iOS 13.0, *)
extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
  // No test on Linux subscribes to it.
  public var objectWillChange: ObservableObjectPublisher { ObservableObjectPublisher() }
}
