"""TLS of the engine's port: who has no certificate of the authority is not let in."""

import logging

import grpc
from tls.credentials import CredentialFiles, Reloader


def listen(server: grpc.aio.Server, address: str, files: CredentialFiles | None) -> int:
    """Have it listen there, in plain text without files; the port."""
    if not files:
        return server.add_insecure_port(address)
    return server.add_secure_port(address, credentials(files))


def credentials(files: CredentialFiles) -> grpc.ServerCredentials:
    """Of whatever the files are when somebody connects. Raise Unfit if they make no sense now."""
    latest = Reloader(files, logging.getLogger("engine"))

    def renewed() -> grpc.ServerCertificateConfiguration | None:
        """gRPC asks for each connection, from a thread of its own."""
        return _configuration(latest) if latest.renewed() else None

    return grpc.dynamic_ssl_server_credentials(
        _configuration(latest),
        renewed,  # type: ignore[arg-type] # None is "as before"
        require_client_authentication=True,
    )


def _configuration(latest: Reloader) -> grpc.ServerCertificateConfiguration:
    papers = latest.papers
    return grpc.ssl_server_certificate_configuration(
        [(papers.key, papers.certificate)], papers.authorities
    )
