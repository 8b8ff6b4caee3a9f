import Doorward
import Foundation
import Testing

struct ConfigurationTests {
  @Test func configurationIsReadFromJSONAndPropertyLists() throws {
    let json = try DoorwardConfiguration(
      json: Data(#"{"server_url": "https://accounts.example.com", "application_id": "app"}"#.utf8))
    #expect(json.serverURL.absoluteString == "https://accounts.example.com")
    #expect(json.applicationID == "app")
    let marked = try DoorwardConfiguration(
      json: Data("\u{feff}{\"server_url\": \"https://accounts.example.com\"}".utf8))
    #expect(marked.serverURL == json.serverURL)
    let list = try PropertyListEncoder().encode(["server_url": "http://127.0.0.1:8787"])
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).plist")
    defer { try? FileManager.default.removeItem(at: file) }
    try list.write(to: file)
    let plist = try DoorwardConfiguration(contentsOf: file)
    #expect(plist.serverURL.port == 8787)
    #expect(plist.applicationID == nil)
  }

  @Test(arguments: ["server": nil, "application": "app_7Q"])
  func propertyListsOfTheTutorialAreValid(_ step: String, applicationID: String?) throws {
    let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../..")
    let resources = package.appending(
      path: "Sources/Windows/DoorwardUI/DoorwardUI.docc/Resources/SignInInTenMinutes")
    let configuration = try DoorwardConfiguration(
      contentsOf: resources.appending(path: "Doorward-\(step).plist"))
    #expect(configuration.serverURL.absoluteString == "https://accounts.example.com")
    #expect(configuration.applicationID == applicationID)
  }

  @Test(arguments: [
    "", "[]", "{}", #"{"server_url": 1}"#, #"{"server_url": "nowhere"}"#, #"{"server_url": "https://"}"#,
    #"{"server_url": "https://a.example", "sever": "x"}"#,
    #"{"server_url": "https://a.example", "application_id": 5}"#,
    #"{"server_url": "https://a.example", "server_url": "https://b.example"}"#,
  ])
  func errorNamesTheWrongKey(_ text: String) {
    #expect(throws: DoorwardError(code: .invalidConfiguration, reason: "")) {
      try DoorwardConfiguration(json: Data(text.utf8))
    }
    #expect(throws: DoorwardError(code: .invalidConfiguration, reason: "")) {
      try DoorwardConfiguration(propertyList: Data(text.utf8))
    }
  }

  @Test(
    arguments: [
      ("http://accounts.example.com", .insecureAddress), ("http://127.0.0.1.evil.example", .insecureAddress),
      ("http://localhost.evil.example", .insecureAddress),
      ("https://accounts.example.com?tenant=a", .invalidConfiguration),
      ("https://accounts.example.com/?", .invalidConfiguration),
      ("https://accounts.example.com#top", .invalidConfiguration),
      ("https://accounts.example.com@evil.example", .invalidConfiguration),
      ("https://ada:secret@accounts.example.com", .invalidConfiguration),
      ("https://:secret@accounts.example.com", .invalidConfiguration),
      ("https://accounts.example.com?next=https://app.example.com", .invalidConfiguration),
      ("https://ada:secret@accounts.example.com/?x=https://app.example.com", .invalidConfiguration),
      ("https://ada:secret@accounts.example.com/a://b", .invalidConfiguration),
      ("https://ada:secret@accounts.example.com//a", .invalidConfiguration),
      ("https://accounts.example.com#https://app.example.com", .invalidConfiguration),
    ] as [(String, DoorwardError.Code)])
  func addressThatIsNoServerIsRefused(_ address: String, code: DoorwardError.Code) async throws {
    #expect(throws: DoorwardError(code: code, reason: "")) {
      try DoorwardConfiguration(json: Data(#"{"server_url": "\#(address)"}"#.utf8))
    }
    let url = try #require(URL(string: address))
    let doorward = Doorward(
      DoorwardConfiguration(
        serverURL: url, storage: InMemorySessionStorage(),
        transport: DoorwardTransport { _ in
          Issue.record("something was sent")
          throw CancellationError()
        }, logger: .silent, visitors: .staySignedOut))
    let error = await #expect(throws: DoorwardError(code: code, reason: "")) {
      try await doorward.anonymous.login()
    }
    #expect(error?.description.contains("secret") == false)
  }

  @Test @MainActor func startDoesNotBlockTheMainActor() async throws {
    let storage = WhereStorage()
    let doorward = Doorward(
      DoorwardConfiguration(
        serverURL: try #require(URL(string: "https://accounts.example.com")), storage: storage,
        transport: DoorwardTransport { _ in
          #expect(!Thread.isMainThread)
          throw CancellationError()
        }, logger: .silent))
    for await state in doorward.authStates where state != .undetermined { break }
    #expect(await storage.wasOnMainThread == [false])
  }
}

/// A storage that records the thread of each call.
private actor WhereStorage: SessionStorage {
  private(set) var wasOnMainThread: Set<Bool> = []

  func load() async throws(StorageError) -> [UInt8]? {
    wasOnMainThread.insert(Thread.isMainThread)
    return nil
  }
  func save(_ record: [UInt8]) async throws(StorageError) { wasOnMainThread.insert(Thread.isMainThread) }
  func remove() async throws(StorageError) { wasOnMainThread.insert(Thread.isMainThread) }
  func exclusively<Result: Sendable>(
    _ body: @Sendable () async throws -> Result
  ) async throws -> Result { try await body() }
}
