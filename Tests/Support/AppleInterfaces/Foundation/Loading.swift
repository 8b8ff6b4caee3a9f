// https://developer.apple.com/documentation/foundation/urlrequest
public struct URLRequest: Hashable, Equatable, Sendable {
  // https://developer.apple.com/documentation/foundation/urlrequest/init(url:cachepolicy:timeoutinterval:)
  public init(
    url: URL, cachePolicy: CachePolicy = .useProtocolCachePolicy, timeoutInterval: TimeInterval = 60.0
  ) {}
  // https://developer.apple.com/documentation/foundation/urlrequest/cachepolicy-swift.typealias
  public typealias CachePolicy = NSURLRequest.CachePolicy
  // https://developer.apple.com/documentation/foundation/urlrequest/url
  public var url: URL? {
    get { fatalError() }
    set {}
  }
  // https://developer.apple.com/documentation/foundation/urlrequest/httpmethod
  public var httpMethod: String? {
    get { fatalError() }
    set {}
  }
  // https://developer.apple.com/documentation/foundation/urlrequest/httpbody
  public var httpBody: Data? {
    get { fatalError() }
    set {}
  }
  // https://developer.apple.com/documentation/foundation/urlrequest/httpbodystream
  public var httpBodyStream: InputStream? {
    get { fatalError() }
    set {}
  }
  // https://developer.apple.com/documentation/foundation/urlrequest/value(forhttpheaderfield:)
  public func value(forHTTPHeaderField field: String) -> String? { fatalError() }
  // https://developer.apple.com/documentation/foundation/urlrequest/setvalue(_:forhttpheaderfield:)
  public mutating func setValue(_ value: String?, forHTTPHeaderField field: String) {}
}

// https://developer.apple.com/documentation/foundation/inputstream
open class InputStream: NSObject {}

// https://developer.apple.com/documentation/foundation/nsurlrequest
@objc(NSURLRequest) open class NSURLRequest: NSObject {
  // https://developer.apple.com/documentation/foundation/nsurlrequest/cachepolicy-swift.enum
  public enum CachePolicy: UInt, Sendable { case useProtocolCachePolicy }
}

// https://developer.apple.com/documentation/foundation/urlresponse
open class URLResponse: NSObject, @unchecked Sendable {
  // https://developer.apple.com/documentation/foundation/urlresponse/expectedcontentlength
  open var expectedContentLength: Int64 { fatalError() }
}

// https://developer.apple.com/documentation/foundation/httpurlresponse
open class HTTPURLResponse: URLResponse, @unchecked Sendable {
  // https://developer.apple.com/documentation/foundation/httpurlresponse/statuscode
  open var statusCode: Int { fatalError() }
  // https://developer.apple.com/documentation/foundation/httpurlresponse/value(forhttpheaderfield:)
  @available(macOS 10.15, iOS 13.0, *)
  open func value(forHTTPHeaderField field: String) -> String? { fatalError() }
  // https://developer.apple.com/documentation/foundation/httpurlresponse/allheaderfields
  open var allHeaderFields: [AnyHashable: Any] { fatalError() }
}

// https://developer.apple.com/documentation/foundation/urlerror
public struct URLError: Error, Hashable, Sendable {
  // https://developer.apple.com/documentation/foundation/urlerror/init(_:userinfo:)
  public init(_ code: Code, userInfo: [String: Any] = [:]) {}
  // https://developer.apple.com/documentation/foundation/urlerror/code-swift.property
  public var code: URLError.Code { fatalError() }
  // https://developer.apple.com/documentation/foundation/urlerror/failingurl
  public var failingURL: URL? { fatalError() }
  // https://developer.apple.com/documentation/foundation/urlerror/code-swift.struct
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    // https://developer.apple.com/documentation/foundation/urlerror/code-swift.struct/badurl
    public static var badURL: URLError.Code { fatalError() }
    // https://developer.apple.com/documentation/foundation/urlerror/code-swift.struct/badserverresponse
    public static var badServerResponse: URLError.Code { fatalError() }
    // https://developer.apple.com/documentation/foundation/urlerror/code-swift.struct/datalengthexceedsmaximum
    public static var dataLengthExceedsMaximum: URLError.Code { fatalError() }
    // https://developer.apple.com/documentation/foundation/urlerror/code-swift.struct/cancelled
    public static var cancelled: URLError.Code { fatalError() }
    // https://developer.apple.com/documentation/foundation/urlerror/code-swift.struct/cannotconnecttohost
    public static var cannotConnectToHost: URLError.Code { fatalError() }
    // https://developer.apple.com/documentation/foundation/urlerror/code-swift.struct/cannotparseresponse
    public static var cannotParseResponse: URLError.Code { fatalError() }
    // https://developer.apple.com/documentation/foundation/urlerror/code-swift.struct/httptoomanyredirects
    public static var httpTooManyRedirects: URLError.Code { fatalError() }
    // https://developer.apple.com/documentation/foundation/urlerror/code-swift.struct/networkconnectionlost
    public static var networkConnectionLost: URLError.Code { fatalError() }
    // https://developer.apple.com/documentation/foundation/urlerror/code-swift.struct/secureconnectionfailed
    public static var secureConnectionFailed: URLError.Code { fatalError() }
    // https://developer.apple.com/documentation/foundation/urlerror/code-swift.struct/servercertificatehasbaddate
    public static var serverCertificateHasBadDate: URLError.Code { fatalError() }
    // https://developer.apple.com/documentation/foundation/urlerror/code-swift.struct/servercertificateuntrusted
    public static var serverCertificateUntrusted: URLError.Code { fatalError() }
    // https://developer.apple.com/documentation/foundation/urlerror/code-swift.struct/servercertificatehasunknownroot
    public static var serverCertificateHasUnknownRoot: URLError.Code { fatalError() }
    // https://developer.apple.com/documentation/foundation/urlerror/code-swift.struct/servercertificatenotyetvalid
    public static var serverCertificateNotYetValid: URLError.Code { fatalError() }
    // https://developer.apple.com/documentation/foundation/urlerror/code-swift.struct/clientcertificaterejected
    public static var clientCertificateRejected: URLError.Code { fatalError() }
    // https://developer.apple.com/documentation/foundation/urlerror/code-swift.struct/clientcertificaterequired
    public static var clientCertificateRequired: URLError.Code { fatalError() }
    // https://developer.apple.com/documentation/foundation/urlerror/code-swift.struct/apptransportsecurityrequiressecureconnection
    public static var appTransportSecurityRequiresSecureConnection: URLError.Code { fatalError() }
  }
  // https://developer.apple.com/documentation/foundation/urlerror/badurl
  public static var badURL: URLError.Code { fatalError() }
  // https://developer.apple.com/documentation/foundation/urlerror/datalengthexceedsmaximum
  public static var dataLengthExceedsMaximum: URLError.Code { fatalError() }
  // https://developer.apple.com/documentation/foundation/urlerror/badserverresponse
  public static var badServerResponse: URLError.Code { fatalError() }
}

// https://developer.apple.com/documentation/foundation/httpcookiestorage
open class HTTPCookieStorage: NSObject, @unchecked Sendable {}

// https://developer.apple.com/documentation/foundation/urlcache
open class URLCache: NSObject, @unchecked Sendable {}

// https://developer.apple.com/documentation/foundation/urlsessionconfiguration
open class URLSessionConfiguration: NSObject, @unchecked Sendable {
  // https://developer.apple.com/documentation/foundation/urlsessionconfiguration/default
  open class var `default`: URLSessionConfiguration { fatalError() }
  // https://developer.apple.com/documentation/foundation/urlsessionconfiguration/ephemeral
  open class var ephemeral: URLSessionConfiguration { fatalError() }
  // https://developer.apple.com/documentation/foundation/urlsessionconfiguration/httpcookiestorage
  open var httpCookieStorage: HTTPCookieStorage? {
    get { fatalError() }
    set {}
  }
  // https://developer.apple.com/documentation/foundation/urlsessionconfiguration/timeoutintervalforrequest
  open var timeoutIntervalForRequest: TimeInterval {
    get { fatalError() }
    set {}
  }
  // https://developer.apple.com/documentation/foundation/urlsessionconfiguration/urlcache
  open var urlCache: URLCache? {
    get { fatalError() }
    set {}
  }
}

// https://developer.apple.com/documentation/foundation/urlsession
open class URLSession: NSObject, @unchecked Sendable {
  // https://developer.apple.com/documentation/foundation/urlsession/shared
  open class var shared: URLSession { fatalError() }
  // https://developer.apple.com/documentation/foundation/urlsession/init(configuration:)
  public init(configuration: URLSessionConfiguration) {}
  // https://developer.apple.com/documentation/foundation/urlsession/init(configuration:delegate:delegatequeue:)
  public init(
    configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?,
    delegateQueue queue: OperationQueue?
  ) {}
  // https://developer.apple.com/documentation/foundation/urlsession/delegatequeue
  open var delegateQueue: OperationQueue { fatalError() }
  // https://developer.apple.com/documentation/foundation/urlsession/data(for:delegate:)
  @available(macOS 12.0, iOS 15.0, *)
  public func data(for request: URLRequest, delegate: (any URLSessionTaskDelegate)? = nil) async throws -> (
    Data, URLResponse
  ) { fatalError() }
  // https://developer.apple.com/documentation/foundation/urlsession/upload(for:from:delegate:)
  @available(macOS 12.0, iOS 15.0, *)
  public func upload(
    for request: URLRequest, from bodyData: Data, delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (Data, URLResponse) { fatalError() }
  // https://developer.apple.com/documentation/foundation/urlsession/datatask(with:)
  open func dataTask(with request: URLRequest) -> URLSessionDataTask { fatalError() }
  // https://developer.apple.com/documentation/foundation/urlsession/finishtasksandinvalidate()
  open func finishTasksAndInvalidate() {}

  // https://developer.apple.com/documentation/foundation/urlsession/responsedisposition
  @objc(NSURLSessionResponseDisposition) public enum ResponseDisposition: Int, Sendable {
    case cancel, allow, becomeDownload, becomeStream
  }
}

// https://developer.apple.com/documentation/foundation/operationqueue
open class OperationQueue: NSObject, @unchecked Sendable {
  // https://developer.apple.com/documentation/foundation/operationqueue/addoperation(_:)
  open func addOperation(_ block: @escaping @Sendable () -> Void) {}
}

// https://developer.apple.com/documentation/foundation/urlsessiontask
open class URLSessionTask: NSObject, @unchecked Sendable {
  // https://developer.apple.com/documentation/foundation/urlsessiontask/delegate
  @available(macOS 12.0, iOS 15.0, *)
  open var delegate: (any URLSessionTaskDelegate)? {
    get { fatalError() }
    set {}
  }
  // https://developer.apple.com/documentation/foundation/urlsessiontask/taskidentifier
  open var taskIdentifier: Int { fatalError() }
  // https://developer.apple.com/documentation/foundation/urlsessiontask/response
  open var response: URLResponse? { fatalError() }
  // https://developer.apple.com/documentation/foundation/urlsessiontask/originalrequest
  open var originalRequest: URLRequest? { fatalError() }
  // https://developer.apple.com/documentation/foundation/urlsessiontask/resume()
  open func resume() {}
  // https://developer.apple.com/documentation/foundation/urlsessiontask/cancel()
  open func cancel() {}
}

// https://developer.apple.com/documentation/foundation/urlsessiondatatask
open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}

// https://developer.apple.com/documentation/foundation/urlsessiondelegate
@objc(NSURLSessionDelegate) public protocol URLSessionDelegate: NSObjectProtocol, Sendable {}

// https://developer.apple.com/documentation/foundation/urlsessiontaskdelegate
@objc(NSURLSessionTaskDelegate) public protocol URLSessionTaskDelegate: URLSessionDelegate {
  // https://developer.apple.com/documentation/foundation/urlsessiontaskdelegate/urlsession(_:task:didcompletewitherror:)
  @objc(URLSession:task:didCompleteWithError:)
  optional func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?)
  // https://developer.apple.com/documentation/foundation/urlsessiontaskdelegate/urlsession(_:task:willperformhttpredirection:newrequest:completionhandler:)
  @objc(URLSession:task:willPerformHTTPRedirection:newRequest:completionHandler:)
  optional func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void)
}

// https://developer.apple.com/documentation/foundation/urlsessiondatadelegate
@objc(NSURLSessionDataDelegate) public protocol URLSessionDataDelegate: URLSessionTaskDelegate {
  // https://developer.apple.com/documentation/foundation/urlsessiondatadelegate/urlsession(_:datatask:didreceive:completionhandler:)
  @objc(URLSession:dataTask:didReceiveResponse:completionHandler:)
  optional func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void)
  // https://developer.apple.com/documentation/foundation/urlsessiondatadelegate/urlsession(_:datatask:didreceive:)
  @objc(URLSession:dataTask:didReceiveData:)
  optional func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)
}

// https://developer.apple.com/documentation/foundation/data
extension Data: _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSData { fatalError() }
  public static func _forceBridgeFromObjectiveC(_ source: NSData, result: inout Data?) {}
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSData, result: inout Data?) -> Bool {
    fatalError()
  }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSData?) -> Data { fatalError() }
}

// https://developer.apple.com/documentation/foundation/urlrequest
extension URLRequest: _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSURLRequest { fatalError() }
  public static func _forceBridgeFromObjectiveC(_ source: NSURLRequest, result: inout URLRequest?) {}
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSURLRequest, result: inout URLRequest?)
    -> Bool
  { fatalError() }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSURLRequest?) -> URLRequest {
    fatalError()
  }
}
