import Doorward
import Foundation

/// The storage of the process, by its environment: `STORAGE`, and `SERVER` and `APPLICATION` if it needs them.
enum ProbeStorage {
  static func chosen(in folder: URL) -> any SessionStorage {
    let environment = ProcessInfo.processInfo.environment
    #if os(Linux)
      switch environment["STORAGE"] {
      case "keyring": return SecretServiceSessionStorage(name: "probe", folder: folder)
      case "standard":
        let server = environment["SERVER"].flatMap { URL(string: $0) }
        return StandardSessionStorage(
          serverURL: server ?? URL(fileURLWithPath: "/"), applicationID: environment["APPLICATION"],
          folder: folder
        ) { _ in FileHandle.standardOutput.write(Data("in a file\n".utf8)) }
      case "changed":
        // An app that reads its configuration from a file and then changes the server.
        guard let server = environment["SERVER"].flatMap({ URL(string: $0) }),
          let other = URL(string: "https://other.example.com")
        else { exit(2) }
        var configuration = DoorwardConfiguration(serverURL: other, applicationID: "other", logger: .silent)
        configuration.serverURL = server
        configuration.applicationID = environment["APPLICATION"]
        configuration.logger = DoorwardLogger { _, _ in ProbeOutput.say("in a file") }
        return configuration.storage
      default: break
      }
    #endif
    return EncryptedFileSessionStorage(name: "probe", folder: folder)
  }
}
