// https://developer.apple.com/documentation/dispatch/dispatchsourceprotocol
public protocol DispatchSourceProtocol: NSObjectProtocol {
  // https://developer.apple.com/documentation/dispatch/dispatchsourceprotocol/seteventhandler(qos:flags:handler:)
  func setEventHandler(qos: DispatchQoS, flags: DispatchWorkItemFlags, handler: DispatchSourceHandler?)
  // https://developer.apple.com/documentation/dispatch/dispatchsourceprotocol/setcancelhandler(qos:flags:handler:)
  func setCancelHandler(qos: DispatchQoS, flags: DispatchWorkItemFlags, handler: DispatchSourceHandler?)
  // https://developer.apple.com/documentation/dispatch/dispatchsourceprotocol/resume()
  func resume()
  // https://developer.apple.com/documentation/dispatch/dispatchsourceprotocol/cancel()
  func cancel()
}
// https://developer.apple.com/documentation/dispatch/dispatchsourceprotocol
extension DispatchSourceProtocol {
  public typealias DispatchSourceHandler = @Sendable @convention(block) () -> Void
  public func setEventHandler(
    qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [], handler: DispatchSourceHandler?
  ) {}
  public func setCancelHandler(
    qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [], handler: DispatchSourceHandler?
  ) {}
  public func resume() {}
  public func cancel() {}
}
// https://developer.apple.com/documentation/dispatch/dispatchsourcesignal
public protocol DispatchSourceSignal: DispatchSourceProtocol {}
// https://developer.apple.com/documentation/dispatch/dispatchsourceread
public protocol DispatchSourceRead: DispatchSourceProtocol {}

// https://developer.apple.com/documentation/dispatch/dispatchsource
open class DispatchSource: NSObject {
  // https://developer.apple.com/documentation/dispatch/dispatchsource/makesignalsource(signal:queue:)
  public class func makeSignalSource(signal: Int32, queue: DispatchQueue? = nil) -> any DispatchSourceSignal {
    fatalError()
  }
  // https://developer.apple.com/documentation/dispatch/dispatchsource/makereadsource(filedescriptor:queue:)
  public class func makeReadSource(fileDescriptor: Int32, queue: DispatchQueue? = nil)
    -> any DispatchSourceRead
  {
    fatalError()
  }
}
